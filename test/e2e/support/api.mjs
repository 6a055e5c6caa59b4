/** The app's HTTP API, as the administrator uses it. */
export class Api {
  /** @param {string} url the app */
  constructor(url) {
    this.url = url;
  }

  /** @param {{account: string, password: string}} user the demo's administrator unless said otherwise */
  async signIn({ account, password } = { account: 'admin@nocobase.com', password: 'admin123' }) {
    const { token } = await this.call('auth:signIn', { account, password });
    this.token = token;
  }

  async dropCollection(name) {
    const collections = await this.call('collections:list?paginate=false');
    if (collections.some((collection) => collection.name === name)) {
      await this.call(`collections:destroy?filterByTk=${name}`, {});
    }
  }

  /** Posts `body`, or gets where there is none; answers `data`. */
  async call(action, body) {
    const response = await this.#send(action, body);
    const answer = await response.text();
    if (!response.ok) throw new Error(`${action}: ${response.status} ${answer}`);
    return answer ? JSON.parse(answer).data : undefined;
  }

  /** The HTTP status of the same request, whatever it is. */
  async status(action, body) {
    const response = await this.#send(action, body);
    await response.arrayBuffer();
    return response.status;
  }

  #send(action, body) {
    return fetch(`${this.url}/api/${action}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        ...(this.token && { authorization: `Bearer ${this.token}` }),
      },
      body: body && JSON.stringify(body),
    });
  }
}
