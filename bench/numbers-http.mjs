/**
 * Creates over HTTP with a strict sequence against the same creates without one, and against the built-in field. The
 * app is a process of its own, the clients are this one.
 */
import http from 'node:http';
import { startNode } from './node.mjs';
import { interleaved, rate, report } from './measure.mjs';

const ROUNDS = 7;
const REQUESTS = 300;
const FIELD = {
  name: 'code',
  type: 'sequence',
  interface: 'sequence',
  patterns: [
    { type: 'string', options: { value: 'DH-' } },
    { type: 'integer', options: { digits: 5, start: 1 } },
  ],
};

export async function run(database) {
  const pool = { max: 20 };
  const node = await startNode({ database: { ...database, schema: 'http', pool }, install: true });
  const builtIn = await startNode({ database: { ...database, schema: 'built_in', pool }, install: true, bare: true });
  try {
    const plain = await target(node, 'plain', []);
    const strict = await target(node, 'strict', [FIELD]);
    const bare = await target(builtIn, 'numbered', [FIELD]);
    for (const clients of [1, 10, 50]) {
      const runs = Object.entries({ plain, strict, bare }).map(([name, { create }]) => [
        name,
        () => rate(REQUESTS, clients, create),
      ]);
      const rates = await interleaved(Object.fromEntries(runs), { rounds: ROUNDS });
      const name = `${clients} client${clients > 1 ? 's' : ''}`;
      const figure = { bench: 'numbers-http', name, unit: 'creates/s', value: rates.strict };
      report({ ...figure, peer: 'the same without a number', peerValue: rates.plain });
      report({ ...figure, peer: `the built-in field (${bare.repeats()})`, peerValue: rates.bare });
      if (strict.repeats() !== 'no repeats') throw new Error(`a number was given twice: ${strict.repeats()}`);
    }
  } finally {
    await Promise.all([node.stop(), builtIn.stop()]);
  }
}

/** A collection to create in. `repeats` tells how many of its numbers came more than once so far. */
async function target(node, name, fields) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
  const post = (action, body) => request(agent, `${node.url}/api/${action}`, body);
  await post('collections:create', {
    name,
    autoGenId: true,
    createdAt: true,
    fields: [{ name: 'title', type: 'string', interface: 'input' }, ...fields],
  });
  const codes = [];
  return {
    create: async () => void codes.push((await post(`${name}:create`, { title: 'bench' })).data.code),
    repeats() {
      const repeated = codes.length - new Set(codes).size;
      return repeated > 0 ? `${repeated} of ${codes.length} repeated` : 'no repeats';
    },
  };
}

function request(agent, url, body) {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    sent.end(JSON.stringify(body));
  });
}
