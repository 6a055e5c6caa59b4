import { ROOT_CONTEXT, SpanKind, SpanStatusCode, propagation, trace } from '@opentelemetry/api';
import { NAMESPACE } from '../foundation/say';
import type { Envelope } from '../outbox/envelope';

/**
 * Makes an effect within the trace of the request that its event came from, as a span of its own. Where the event carries
 * no trace, or the app has its telemetry off, it is only run.
 */
export async function traced<Result>(
  { type, id, traceparent }: Envelope,
  postProcessor: string,
  effect: () => Promise<Result>,
): Promise<Result> {
  if (!traceparent) return effect();
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
  const attributes = {
    'messaging.system': 'sequence-outbox',
    'messaging.message.id': id,
    post_processor: postProcessor,
  };
  const options = { kind: SpanKind.CONSUMER, attributes };
  return trace.getTracer(NAMESPACE).startActiveSpan(`${type} ${postProcessor}`, options, parent, async (span) => {
    try {
      return await effect();
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
