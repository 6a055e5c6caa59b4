/**
 * Creates over HTTP with a strict sequence against the same creates without one, in the NocoBase that people use: the
 * demo's, with all its plugins, a signed-in user and durable commits. The clients are this process. For comparison, the
 * built-in field against creates without it, in a small NocoBase without our plugin.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo, startNode } from './node.mjs';
import { interleaved, rate, report } from './measure.mjs';

const ROUNDS = 9;
const REQUESTS = 250;
const CLIENTS = [1, 10, 50];
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
  await ours();
  await builtIn(database);
}

async function ours() {
  const dir = mkdtempSync(join(tmpdir(), 'sequence-outbox-bench-demo-'));
  const demo = await startDemo(dir);
  try {
    const client = await signedIn(demo.url);
    const plain = await target(client, 'plain', []);
    const strict = await target(client, 'strict', [FIELD]);
    for (const clients of CLIENTS) {
      const rates = await compare({ strict: strict.create, plain: plain.create }, clients);
      report({ ...figure(named(clients), rates.strict), peerValue: rates.plain });
      if (strict.repeats() > 0) throw new Error(`${strict.repeats()} numbers came twice`);
    }
  } finally {
    await demo.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function builtIn(database) {
  const node = await startNode({
    database: { ...database, schema: 'built_in', pool: { max: 20 } },
    install: true,
    bare: true,
  });
  try {
    const client = new Client(node.url);
    const plain = await target(client, 'plain', []);
    for (const clients of CLIENTS) {
      const numbered = await target(client, `numbered${clients}`, [FIELD]);
      const rates = await compare({ numbered: numbered.create, plain: plain.create }, clients);
      const name = `built-in field, ${named(clients)}, ${numbered.repeats()} of ${numbered.count()} numbers repeated`;
      report({ ...figure(name, rates.numbered), peerValue: rates.plain });
    }
  } finally {
    await node.stop();
  }
}

function compare(creates, clients) {
  const runs = Object.entries(creates).map(([name, create]) => [name, () => rate(REQUESTS, clients, create)]);
  return interleaved(Object.fromEntries(runs), { rounds: ROUNDS });
}

function figure(name, value) {
  return { bench: 'numbers-http', name, value, unit: 'creates/s', peer: 'the same without a number' };
}

function named(clients) {
  return clients === 1 ? '1 client' : `${clients} clients`;
}

async function signedIn(url) {
  const client = new Client(url);
  const { data } = await client.post('auth:signIn', { account: 'admin@nocobase.com', password: 'admin123' });
  client.headers.authorization = `Bearer ${data.token}`;
  return client;
}

/** A collection to create in. */
async function target(client, name, fields) {
  await client.post('collections:create', {
    name,
    title: name,
    template: 'general',
    autoGenId: true,
    createdAt: true,
    fields: [{ name: 'title', type: 'string', interface: 'input' }, ...fields],
  });
  const codes = [];
  return {
    create: async () => void codes.push((await client.post(`${name}:create`, { title: 'bench' })).data.code),
    count: () => codes.length,
    repeats: () => codes.length - new Set(codes).size,
  };
}

/** Speaks to one NocoBase over connections that stay open, as many as there are requests under way. */
class Client {
  headers = { 'content-type': 'application/json' };
  agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });

  constructor(url) {
    this.url = url;
  }

  post(action, body) {
    return new Promise((resolve, reject) => {
      const { agent, headers } = this;
      const sent = http.request(`${this.url}/api/${action}`, { method: 'POST', agent, headers });
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
}
