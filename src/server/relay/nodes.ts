import { hostname } from 'node:os';
import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { clock } from '../foundation/clock';
import { databaseTime, secondsBetween } from '../foundation/database-time';
import { tableOf } from '../foundation/table';

/** Between two signs of life, in milliseconds. */
const BEAT_MS = 30_000;
/** A process that has been silent for so many seconds is gone. */
export const GONE_AFTER_SECONDS = 120;
/** For so long a process that is gone is told of, in seconds. */
const FORGOTTEN_AFTER_SECONDS = 24 * 60 * 60;

/** A process that relays, or did. */
export interface RelayNode {
  owner: string;
  host: string;
  startedSecondsAgo: number;
  seenSecondsAgo: number;
}

/** The registry of the processes that relay: each gives a sign of life, whether or not it has work. The only writer of `relay_nodes`. */
export class RelayNodes {
  private stopBeating = (): void => undefined;
  private beating: Promise<void> = Promise.resolve();
  private present = false;

  constructor(
    private readonly db: Database,
    private readonly owner: string,
  ) {}

  /** Gives signs of life until `leave`, in the background. One that fails is followed by the next. */
  appear(): void {
    this.present = true;
    this.goOn();
  }

  /** Ends as it should, so nobody is missed. */
  async leave(): Promise<void> {
    this.present = false;
    this.stopBeating();
    await this.beating;
    // A process that cannot take itself off the list is told of later; there is nothing better to do now.
    await this.forget([this.owner]).catch(() => undefined);
  }

  /** All that are known, the oldest first. */
  async all(): Promise<RelayNode[]> {
    const t = this.columns;
    const age = (column: string): string => secondsBetween(this.db, column, databaseTime(this.db));
    const rows = await this.db.sequelize.query<{ owner: string; host: string; started: string; seen: string }>(
      `SELECT ${t.owner} AS owner, ${t.host} AS host, ${age(t.startedAt)} AS started, ${age(t.seenAt)} AS seen
       FROM ${t.table} ORDER BY ${t.startedAt}, ${t.owner}`,
      { type: QueryTypes.SELECT },
    );
    return rows.map(({ owner, host, started, seen }) => ({
      owner,
      host,
      startedSecondsAgo: Math.max(0, Number(started)),
      seenSecondsAgo: Math.max(0, Number(seen)),
    }));
  }

  /** Forgets processes by their owner's name. */
  async forget(owners: string[]): Promise<void> {
    if (owners.length === 0) return;
    const t = this.columns;
    await this.db.sequelize.query(`DELETE FROM ${t.table} WHERE ${t.owner} IN (:owners)`, { replacements: { owners } });
  }

  private goOn(): void {
    this.beating = this.beat()
      .catch(() => undefined)
      .then(() => {
        if (this.present) this.stopBeating = clock.after(BEAT_MS, () => this.goOn());
      });
  }

  private async beat(): Promise<void> {
    const t = this.columns;
    const now = databaseTime(this.db);
    const replacements = { owner: this.owner, host: hostname().slice(0, 60) };
    const known = await this.db.sequelize.query(`SELECT 1 AS found FROM ${t.table} WHERE ${t.owner} = :owner`, {
      type: QueryTypes.SELECT,
      replacements,
    });
    const sql =
      known.length > 0
        ? `UPDATE ${t.table} SET ${t.seenAt} = ${now} WHERE ${t.owner} = :owner`
        : `INSERT INTO ${t.table} (${t.owner}, ${t.host}, ${t.startedAt}, ${t.seenAt}) VALUES (:owner, :host, ${now}, ${now})`;
    await this.db.sequelize.query(sql, { replacements });
  }

  private get columns() {
    const t = tableOf(this.db, 'relayNodes');
    return {
      table: t.name,
      owner: t.column('owner'),
      host: t.column('host'),
      startedAt: t.column('startedAt'),
      seenAt: t.column('seenAt'),
    };
  }
}

/** A process is gone when it is silent and none on its host was started since: that one has taken its place. Pure. */
export function sortNodes(nodes: RelayNode[]): { alive: RelayNode[]; gone: RelayNode[]; forgotten: RelayNode[] } {
  const isReplaced = ({ owner, host, seenSecondsAgo }: RelayNode): boolean =>
    nodes.some((other) => other.owner !== owner && other.host === host && other.startedSecondsAgo <= seenSecondsAgo);
  const alive: RelayNode[] = [];
  const gone: RelayNode[] = [];
  const forgotten: RelayNode[] = [];
  for (const node of nodes) {
    if (node.seenSecondsAgo < GONE_AFTER_SECONDS) alive.push(node);
    else if (node.seenSecondsAgo > FORGOTTEN_AFTER_SECONDS || isReplaced(node)) forgotten.push(node);
    else gone.push(node);
  }
  return { alive, gone, forgotten };
}
