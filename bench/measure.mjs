/** Rates of things that are measured in turns, so that what else the machine does falls on all of them alike. */

/**
 * @param {Record<string, () => Promise<number>>} runs each does its work once and returns a rate
 * @param {{rounds: number, warmUp?: number}} options
 * @returns {Promise<Record<string, number>>} the median rate of each
 */
export async function interleaved(runs, { rounds, warmUp = 1 }) {
  const rates = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    // Every other round goes the other way round: nothing always comes first.
    const names = Object.keys(runs);
    for (const name of round % 2 ? names.reverse() : names) {
      const rate = await runs[name]();
      if (round >= 0) rates[name].push(rate);
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)]));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs `work` `count` times with `clients` at once; returns how many a second. */
export async function rate(count, clients, work) {
  let next = 0;
  const client = async () => {
    while (next < count) await work(next++);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return (count * 1000) / (performance.now() - started);
}

/** Prints one figure. `ratio`: higher is better; of times (`lower`) it is the peer's by ours. */
export function report({ bench, name, value, unit, peer, peerValue, lower = false }) {
  const round = (number) => Number(number.toPrecision(4));
  console.log(
    JSON.stringify({
      bench,
      case: name,
      value: round(value),
      unit,
      peer,
      peerValue: round(peerValue),
      ratio: round(lower ? peerValue / value : value / peerValue),
    }),
  );
}
