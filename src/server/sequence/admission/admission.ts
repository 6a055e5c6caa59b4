import type { Collection, Database, Model } from '@nocobase/database';
import { classifyDatabaseError } from '../../foundation/database-error';
import { Busy } from '../../foundation/errors';
import { lockWait } from '../counters/counter-statements';
import { hasSequenceField, sequenceFields } from '../field/field-locator';
import type { FieldRules } from '../field/field-rule';
import { Door } from './door';
import type { WaitingSaves } from './waiting-saves';

interface ActionContext {
  action?: { resourceName?: string; actionName?: string };
}

/**
 * A door for each collection whose records all count with the same counters. Where every customer has a counter of
 * their own there is none: nobody is to wait for another one's counter.
 */
export class Admission {
  private readonly doors = new Map<string, Door>();

  constructor(
    private readonly db: Database,
    private readonly rules: FieldRules,
    private readonly waiting: WaitingSaves,
  ) {}

  /** In front of all that a create over HTTP costs, finding out who asks included. */
  middleware() {
    return async ({ action }: ActionContext, next: () => Promise<void>): Promise<void> => {
      const collection = action?.actionName === 'create' ? this.db.getCollection(action.resourceName ?? '') : undefined;
      const door = this.doorOf(collection);
      if (!door) return next();
      await door.pass();
      let failed = true;
      try {
        await next();
        failed = false;
      } catch (error) {
        if (waitedTooLong(error)) door.sendAway();
        throw error;
      } finally {
        door.left(failed);
      }
    };
  }

  /** To be told of every record that has been written. */
  written(record: Model): void {
    if (this.doors.size === 0) return;
    const door = this.doorOf((record.constructor as unknown as { collection?: Collection }).collection);
    // By then the commit of this save is on its way.
    if (door && !door.isFree) setImmediate(() => door.written());
  }

  private doorOf(collection: Collection | undefined): Door | null {
    if (!collection || !hasSequenceField(collection)) return null;
    const owner = this.ownerOf(collection);
    if (owner === null) return null;
    const door = this.doors.get(owner) ?? new Door(() => this.waiting.longest(owner), lockWait);
    this.doors.set(owner, door);
    return door;
  }

  /** The collection whose counters number all records of this one; null where scopes tell them apart. */
  private ownerOf(collection: Collection): string | null {
    const rules = sequenceFields(collection).map((field) => this.rules.tryOf(field));
    const counting = rules.flatMap((rule) => rule?.pattern.counting ?? []);
    if (counting.length === 0 || counting.some(({ rule }) => rule.scope.length > 0)) return null;
    return rules[0]?.owner ?? null;
  }
}

function waitedTooLong(error: unknown): boolean {
  const cause = error instanceof Busy ? error.cause : error;
  return classifyDatabaseError(cause) === 'lock-timeout';
}
