import { clock } from '../foundation/clock';
import type { EntityType } from '../entity-types/entity-type';
import type { ActionTypeId, NewEnvelope } from '../outbox/envelope';
import { ACTION, subjectOf } from '../outbox/envelope';
import { newEventId } from '../outbox/uuid';
import type { ToldChange } from './told-change';
import type { WriteContext } from './write-context';

const VERB = { [ACTION.create]: 'Create', [ACTION.update]: 'Update', [ACTION.delete]: 'Delete' } as const;

interface Told {
  type: EntityType;
  action: ActionTypeId;
  recordId: string;
  change: ToldChange;
  context: WriteContext;
  atomic: boolean;
  /** See EventSource. */
  source: string;
  /** Of a business event. */
  business?: { name: string; eventTypeId: number; payload?: unknown; sourceKey?: string };
}

/** The envelope that tells what happened to one record. */
export function entityEvent({ type, action, recordId, change, context, atomic, source, business }: Told): NewEnvelope {
  const { actorId, actor, requestId, traceparent, hint } = context;
  return {
    specversion: '1.0',
    id: newEventId(),
    source,
    type: business?.name ?? `${VERB[action as keyof typeof VERB]}_${type.name}`,
    subject: subjectOf(type.id, recordId),
    time: clock.now().toISOString(),
    datacontenttype: 'application/json',
    dataversion: '1',
    entitytypeid: type.id,
    eventtypeid: business?.eventTypeId ?? type.eventTypes.get(action) ?? 0,
    actiontypeid: action,
    ...(hint !== undefined && { notifytypeid: hint }),
    ...(business?.sourceKey !== undefined && { sourcekey: business.sourceKey }),
    ...(traceparent && { traceparent }),
    data: {
      recordId,
      ...change,
      actorId,
      actor,
      requestId,
      atomic,
      ...(business?.payload !== undefined && { payload: business.payload }),
    },
  };
}
