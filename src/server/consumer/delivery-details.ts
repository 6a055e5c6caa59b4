import type { Database } from '@nocobase/database';
import type { BlobStores } from '../blob/blob-store';
import { unpacked } from '../blob/offload';
import type { Envelope } from '../outbox/envelope';
import type { DeliveryAttempts } from './attempts';
import type { DeliverySearch } from './delivery-search';
import { partsOf } from './delivery-search';
import { viewOf } from './payload-view';

type Row = Record<string, unknown>;

/** What people see of failed deliveries beyond their rows: whose event it is, its payload, its attempts. Reads only. */
export class DeliveryDetails {
  constructor(
    private readonly db: Database,
    private readonly search: DeliverySearch,
    private readonly attempts: DeliveryAttempts,
    private readonly blobs: BlobStores,
  ) {}

  /** Rows of a page without their payload, with the record each is about. */
  async described(rows: Row[]): Promise<Row[]> {
    const collections = await this.search.collections();
    const described = rows.map(({ envelope, ...row }) => {
      const { event } = parsed(envelope);
      const { entityTypeId, recordId } = partsOf(String(row.subject));
      return {
        ...row,
        collection: collections.get(entityTypeId) ?? null,
        recordId: event?.data?.recordId ?? recordId,
        eventType: event?.type ?? null,
        occurredAt: event?.time ?? null,
      };
    });
    const numbers = new Map<string, Map<string, string>>();
    for (const name of new Set(described.map(({ collection }) => collection)))
      if (name) numbers.set(name, await this.search.numbersOf(name, idsOf(described, name)));
    return described.map((row) => ({
      ...row,
      collectionTitle: row.collection && this.titleOf(row.collection),
      number: (row.collection && numbers.get(row.collection)?.get(String(row.recordId))) || null,
    }));
  }

  /** One row with its attempts, and its payload without secrets. */
  async whole(row: Row): Promise<Row> {
    const [described] = await this.described([row]);
    return { ...described, ...(await this.payload(row)), attempts: await this.attempts.of(String(row.id)) };
  }

  /** Collections with their titles as stored. */
  titled(names: string[]): Array<{ name: string; title: string | null }> {
    return names.map((name) => ({ name, title: this.titleOf(name) }));
  }

  private async payload({ envelope, subject }: Row): Promise<Row> {
    const { event, text } = parsed(envelope);
    if (!event) return { payload: text.slice(0, 10_000), payloadCut: text.length > 10_000, payloadError: null };
    const collections = await this.search.collections();
    const name = collections.get(partsOf(String(subject)).entityTypeId);
    const collection = name ? this.db.getCollection(name) : undefined;
    const [whole, payloadError] = await unpacked(event, this.blobs).then(
      (found) => [found, null] as const,
      (error: unknown) => [event, error instanceof Error ? error.message : String(error)] as const,
    );
    const view = viewOf(whole, collection);
    return { payload: view.text, payloadCut: view.cut, payloadError };
  }

  private titleOf(name: string): string | null {
    return this.db.getCollection(name)?.options.title ?? null;
  }
}

function idsOf(rows: Array<{ collection: string | null; recordId: string | null }>, name: string): string[] {
  return rows.filter(({ collection }) => collection === name).flatMap(({ recordId }) => recordId ?? []);
}

/** What was stored for an event that cannot be read is no envelope. */
function parsed(envelope: unknown): { event: Envelope | null; text: string } {
  const text = typeof envelope === 'string' ? envelope : '';
  try {
    const found = JSON.parse(text) as Envelope | null;
    return { event: typeof found === 'object' && !Array.isArray(found) ? found : null, text };
  } catch {
    return { event: null, text };
  }
}
