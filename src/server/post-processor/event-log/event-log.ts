import type { Model } from '@nocobase/database';
import type { PostProcessor } from '../../consumer/post-processors';

/**
 * Writes each event of the entity types that keep a log down as it came, for those who look for a fault; the only writer of
 * `entity_event_log`. Whether a type keeps one is asked in the transaction, so a switch holds from the next event on.
 */
export function eventLog(): PostProcessor {
  return {
    name: 'event-log',
    async process(event, { transaction, db }) {
      const types = db.getCollection('entityTypes').model as unknown as typeof Model;
      const type = await types.findByPk(Number(event.entitytypeid), { transaction });
      if (!type?.get('eventLog' as never)) return;
      const log = db.getCollection('entityEventLog').model as unknown as typeof Model;
      const values = {
        eventId: event.id,
        type: event.type,
        entityTypeId: Number(event.entitytypeid),
        collection: String(type.get('collection' as never)),
        recordId: event.data?.recordId ?? null,
        subject: event.subject,
        occurredAt: event.time,
        payload: JSON.stringify(event),
      };
      await log.create(values, { transaction, hooks: false });
    },
  };
}
