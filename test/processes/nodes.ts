import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Client } from './http';
import { client } from './http';

/** A NocoBase in a process of its own. */
export interface TestNode extends Client {
  /** Ends the process at once, in the middle of whatever it does. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<unknown>;
}

export interface NodeSettings {
  database: Record<string, unknown>;
  /** Empties the database and installs NocoBase in it: for the first of several. */
  install?: boolean;
  plugins?: string[];
  /** See node.mjs. */
  effects?: { slow?: number };
  dieAt?: { point: string; times: number; signal?: NodeJS.Signals };
  clockOffset?: number;
}

let count = 0;

/** Starts a process and waits until it answers. */
export async function startNode(settings: NodeSettings): Promise<TestNode> {
  const child = spawn(process.execPath, [path.join(__dirname, 'node.mjs')], {
    env: {
      ...process.env,
      NODE_SETTINGS: JSON.stringify(settings),
      STORAGE_PATH: path.join(os.tmpdir(), `sequence-outbox-node-${process.pid}-${++count}`),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    return {
      ...client(`http://127.0.0.1:${await portOf(child)}`),
      kill,
      ended,
      signal: (name) => void child.kill(name),
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

async function portOf(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const port = /^listening (\d+)$/.exec(line)?.[1];
      if (port) resolve(port);
    });
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}: ${errors}`)));
  });
}
