import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Application, AppSupervisor, Gateway } from '@nocobase/server';
import supertest from 'supertest';

export const PLUGIN = 'nocobase-plugin-sequence-outbox';

export type Dialect = 'postgres' | 'sqlite' | 'mariadb' | 'mysql';

/** The databases this run tests on: the embedded PostgreSQL and SQLite, or those of the machine. */
export const dialect: Dialect = (process.env.TEST_DB_DIALECT as Dialect | undefined) ?? 'postgres';

export interface TestApp {
  app: Application;
  /** Signed in as the first user when `plugins` has auth; with ACL off otherwise. */
  agent: ReturnType<typeof supertest.agent>;
  post(action: string, body?: object): Promise<{ status: number; body: any; headers: Record<string, string> }>;
  get(action: string, query?: object): Promise<{ status: number; body: any; headers: Record<string, string> }>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  plugins?: string[];
  /** Without our plugin: the built-in field as users have it. */
  bare?: boolean;
  acl?: boolean;
  pool?: number;
  database?: Record<string, unknown>;
  /** Leaves the schema in place when closed, for a second app on the same database. */
  keep?: boolean;
  /** How an app on an existing database comes up; without it the database is installed anew. */
  start?: 'start' | 'upgrade';
  /** The platform's own, which is off by default. */
  telemetry?: object;
  /** Called before the app comes up. */
  prepare?(app: Application): void;
}

const BASE = ['error-handler', 'field-sort', 'data-source-main', 'ui-schema-storage', 'field-sequence'];
const SIGNED_IN = ['auth', 'users', 'acl', 'data-source-manager'];

let count = 0;

/** Connection options of a database, or schema, of its own. */
export function freshDatabase(kind: Dialect = dialect): Record<string, unknown> {
  const name = `t${process.pid}_${++count}_${randomUUID().slice(0, 6)}`;
  switch (kind) {
    case 'sqlite':
      return {
        dialect: 'sqlite',
        storage: path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sequence-outbox-sqlite-')), 'db.sqlite'),
      };
    case 'mariadb':
    case 'mysql':
      return {
        dialect: kind,
        host: process.env.TEST_MYSQL_HOST ?? '127.0.0.1',
        port: Number(process.env.TEST_MYSQL_PORT ?? 3306),
        username: process.env.TEST_MYSQL_USER ?? 'sequence_test',
        password: process.env.TEST_MYSQL_PASSWORD ?? 'sequence_test',
        database: `${process.env.TEST_MYSQL_DATABASE ?? 'sequence_test'}_${process.env.JEST_WORKER_ID ?? '1'}`,
      };
    default:
      return {
        dialect: 'postgres',
        host: '127.0.0.1',
        port: Number(process.env.TEST_PG_PORT),
        username: process.env.TEST_PG_USER ?? 'test',
        password: process.env.TEST_PG_PASSWORD ?? 'test',
        database: process.env.TEST_PG_DATABASE ?? 'test',
        schema: name,
      };
  }
}

/** The app that is open; kept beyond the file, whose realm is the worker's. A failed test may have left it. */
const open = globalThis as { openTestApp?: () => Promise<void> };

/** Boots a real NocoBase with the built plugin on a database of its own. There is one at a time in a process. */
export async function createApp(options: TestAppOptions = {}): Promise<TestApp> {
  await open.openTestApp?.();
  Gateway.getInstance().reset();
  const database = {
    ...freshDatabase(),
    logging: false,
    ...(options.pool && { pool: { max: options.pool } }),
    ...options.database,
  };
  const plugins = [
    ...BASE,
    ...(options.acl ? SIGNED_IN : []),
    ...(options.plugins ?? []),
    ...(options.bare ? [] : [PLUGIN]),
  ];
  const app = new Application({
    acl: options.acl ?? false,
    resourcer: { prefix: '/api' },
    plugins: plugins.map((name) => (name === PLUGIN ? [PLUGIN, { name: PLUGIN, packageName: PLUGIN }] : name)),
    database,
    ...(options.telemetry && { telemetry: options.telemetry }),
  } as never);
  options.prepare?.(app);
  const close = async (): Promise<void> => {
    if (open.openTestApp !== close) return;
    open.openTestApp = undefined;
    const { schema } = app.db.options;
    if (schema && !options.keep && !app.db.closed())
      await app.db.sequelize.query(`drop schema if exists "${schema}" cascade`).catch(() => undefined);
    await app.destroy();
    Gateway.getInstance().destroy();
    await AppSupervisor.getInstance().destroy();
  };
  open.openTestApp = close;
  try {
    if (options.start === 'upgrade') await app.runCommandThrowError('upgrade');
    else if (!options.start) await app.runCommandThrowError('install', '-f');
    await app.runCommandThrowError('start');
  } catch (error) {
    await close();
    throw error;
  }
  // A restart of the app replaces its middleware, so each request asks for the present chain.
  const agent = supertest.agent(((request: never, response: never) => app.callback()(request, response)) as never);
  if (options.acl) await signIn(agent, 'admin@nocobase.com', 'admin123');
  return {
    app,
    agent,
    post: async (action, body = {}) => await agent.post(`/api/${action}`).send(body),
    get: async (action, query = {}) => await agent.get(`/api/${action}`).query(query),
    close,
  };
}

export async function signIn(
  agent: ReturnType<typeof supertest.agent>,
  account: string,
  password: string,
): Promise<void> {
  const response = await agent.post('/api/auth:signIn').set('X-Authenticator', 'basic').send({ account, password });
  agent.set('Authorization', `Bearer ${response.body.data.token}`);
}

/** A sequence field as the collection API takes it. */
export function sequence(name: string, patterns: object[], options: object = {}): object {
  return {
    name,
    type: 'sequence',
    interface: 'sequence',
    patterns,
    uiSchema: { type: 'string', title: name, 'x-component': 'Input' },
    ...options,
  };
}

export const text = (value: string): object => ({ type: 'string', options: { value } });
export const integer = (options: object = {}): object => ({
  type: 'integer',
  options: { digits: 4, start: 1, ...options },
});
export const date = (format: string, options: object = {}): object => ({
  type: 'date',
  options: { format, ...options },
});

/** Makes a collection over HTTP; @throws when the platform refuses it. */
export async function collection(
  test: { post(action: string, body?: object): Promise<{ status: number; body: unknown }> },
  name: string,
  fields: object[],
  options: object = {},
): Promise<void> {
  const response = await test.post('collections:create', {
    name,
    autoGenId: true,
    createdAt: true,
    fields: [
      { name: 'title', type: 'string', interface: 'input' },
      { name: 'createdAt', type: 'date', interface: 'createdAt', field: 'createdAt' },
      ...fields,
    ],
    ...options,
  });
  if (response.status !== 200)
    throw new Error(`collections:create ${response.status} ${JSON.stringify(response.body)}`);
}
