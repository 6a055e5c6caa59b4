/** Clients that make, change and remove records through HTTP as fast as they are answered. */

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Clients {
  /** Addresses of the processes that run at the moment. */
  urls = new Set();
  /** What was answered with success. */
  acknowledged = [];
  #token = 0;
  #ended = false;
  #running = [];

  start(count) {
    this.#running = Array.from({ length: count }, () => this.#client());
  }

  async stop() {
    this.#ended = true;
    await Promise.all(this.#running);
  }

  async #client() {
    const mine = [];
    while (!this.#ended) {
      const all = [...this.urls];
      const url = all[Math.floor(Math.random() * all.length)];
      // One that is killed in the middle: the books know whether it was stored.
      const isAnswered = url ? await this.#write(url, mine).then(Boolean, () => false) : false;
      if (!isAnswered) await pause(20);
    }
  }

  /** One write to one of the records of this client. Each has a value that is used once. */
  async #write(url, mine) {
    const n = ++this.#token;
    const dice = mine.length > 0 ? Math.random() : 0;
    const chosen = mine[Math.floor(Math.random() * mine.length)];
    if (dice < 0.5) {
      const { id } = await post(url, 'ledger:create', { n });
      mine.push(id);
      return this.acknowledged.push(`create ${id} ${n}`);
    }
    if (dice < 0.85) {
      await post(url, `ledger:update?filterByTk=${chosen}`, { n });
      return this.acknowledged.push(`update ${chosen} ${n}`);
    }
    mine.splice(mine.indexOf(chosen), 1);
    await post(url, `ledger:destroy?filterByTk=${chosen}`, {});
    return this.acknowledged.push(`delete ${chosen}`);
  }
}

/** @returns the answer's data @throws when it is refused */
export async function post(url, action, values) {
  const answer = await fetch(`${url}/api/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(30_000),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${action}: ${answer.status} ${JSON.stringify(body)}`);
  return body.data;
}
