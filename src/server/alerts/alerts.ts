import type { Database } from '@nocobase/database';
import { backoff } from '../foundation/backoff';
import type { Lease, Leases } from '../relay/leases';
import type { RelayNodes } from '../relay/nodes';
import { sortNodes } from '../relay/nodes';
import { ALERTING } from '../relay/partitions';
import { deadDeliveries, oldestPending } from '../relay/stats';
import { isOn } from '../settings/alert-settings';
import type { AlertSettings } from '../settings/alert-settings';
import type { OutboxSettings } from '../settings/outbox-settings';
import type { Condition } from './conditions';
import { conditionsOf } from './conditions';
import type { Notifier } from './notifier';
import type { OpenAlerts } from './open-alerts';

const LONGEST_PAUSE_MS = 30 * 60 * 1000;

interface Parts {
  db: Database;
  leases: Leases;
  nodes: RelayNodes;
  settings: OutboxSettings;
  open: OpenAlerts;
  notifier: Pick<Notifier, 'send'>;
  warn: (message: string, error: unknown) => void;
}

/**
 * Tells the people who want it when something is wrong with the outbox: once for each condition, until it has passed. One
 * process at a time looks. A message that a channel refuses is tried again; one whose process ends between the sending and
 * the note of it comes twice.
 */
export class Alerts {
  constructor(private readonly parts: Parts) {}

  /** Looks once. Answers the conditions that were told, null when another process is at it. */
  async check(): Promise<string[] | null> {
    const { leases, settings, nodes, open } = this.parts;
    const wanted = await settings.alerts();
    const { gone, forgotten } = sortNodes(await nodes.all());
    if (!isOn(wanted) && forgotten.length === 0 && (await open.all()).length === 0) return [];
    await leases.seed();
    const lease = await leases.claimOnly(ALERTING);
    if (!lease) return null;
    try {
      await nodes.forget(forgotten.map(({ owner }) => owner));
      const facts = {
        dead: wanted.deadLetters ? await deadDeliveries(this.parts.db) : 0,
        oldestPendingSeconds: wanted.lagSeconds === null ? null : await oldestPending(this.parts.db),
        gone,
      };
      return await this.tell(lease, conditionsOf(wanted, facts), wanted);
    } finally {
      await leases.release(lease);
    }
  }

  private async tell(lease: Lease, conditions: Condition[], wanted: AlertSettings): Promise<string[]> {
    const { leases, open, notifier, warn } = this.parts;
    const known = new Map((await open.all()).map((alert) => [alert.condition, alert]));
    const holding = new Set(conditions.map(({ name }) => name));
    await open.close([...known.keys()].filter((name) => !holding.has(name)));
    const told: string[] = [];
    for (const condition of conditions) {
      const { name } = condition;
      const alert = known.get(name);
      if (alert && !alert.due) continue;
      if (!alert) await open.open(name);
      await leases.renew([lease]);
      try {
        await notifier.send(condition, wanted);
        await open.sent(name);
        told.push(name);
      } catch (error) {
        warn(`the alert "${name}" could not be sent`, error);
        const text = error instanceof Error ? error.message : String(error);
        await open.failed(name, text, backoff((alert?.attempts ?? 0) + 1, 60_000, LONGEST_PAUSE_MS));
      }
    }
    return told;
  }
}
