import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '@nocobase/database';
import { clock } from '../foundation/clock';
import type { SidePool } from '../foundation/side-pool';
import { tableOf } from '../foundation/table';

/** Signals within this many milliseconds go out as one. */
const COALESCE_MS = 20;
const AGAIN_MS = 5000;

interface PgConnection {
  on(event: string, listener: (message: { payload?: string }) => void): void;
  query(sql: string): Promise<unknown>;
}

interface Connections {
  getConnection(options: object): Promise<PgConnection>;
  releaseConnection(connection: PgConnection): void;
}

/**
 * Tells the relays of other processes that there is something to do, on PostgreSQL. It goes out on the side pool after the
 * commit, never within a writer's transaction. A lost one costs at most the time to the next poll.
 */
export class Notices {
  private readonly self = randomUUID();
  private sending?: () => void;
  private listening?: { stop(): void };
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly side: SidePool,
  ) {}

  /** Sends one soon, together with all others asked for until then. */
  send(): void {
    if (!this.db.inDialect('postgres') || this.sending || this.stopped) return;
    this.sending = clock.after(COALESCE_MS, () => {
      this.sending = undefined;
      this.side.sequelize?.query(`NOTIFY ${this.channel}, '${this.self}'`).catch(() => undefined);
    });
  }

  /** Calls `run` for each notice of another process, until `stop`. Keeps one connection of the side pool. */
  listen(run: () => void): void {
    if (!this.db.inDialect('postgres') || this.stopped) return;
    void this.connect(run).catch(() => this.again(run));
  }

  stop(): void {
    this.stopped = true;
    this.sending?.();
    this.listening?.stop();
    this.listening = undefined;
  }

  private async connect(run: () => void): Promise<void> {
    const connections = this.side.sequelize?.connectionManager as unknown as Connections | undefined;
    if (!connections) return;
    const connection = await connections.getConnection({ type: 'write' });
    const release = (): void => {
      if (!this.listening) return;
      this.listening = undefined;
      connections.releaseConnection(connection);
    };
    this.listening = { stop: release };
    if (this.stopped) return release();
    connection.on('notification', ({ payload }) => {
      if (payload !== this.self) run();
    });
    connection.on('end', () => {
      if (!this.listening) return;
      release();
      this.again(run);
    });
    await connection.query(`LISTEN ${this.channel}`);
  }

  private again(run: () => void): void {
    if (!this.stopped) clock.after(AGAIN_MS, () => this.listen(run));
  }

  /** Of this app alone: other apps may share the database. */
  private get channel(): string {
    const name = `${this.db.options.schema ?? ''}.${tableOf(this.db, 'outboxEvents').name}`;
    return `sequence_outbox_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
  }
}
