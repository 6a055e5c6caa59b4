import type { Delivery, DeliveryOperation, DeliveryStatus } from '../api/outbox-types';
import type { Translate } from '../host/host';
import type { Tone } from '../sequences/ToneTag';

export const STATUS_TONES: Record<DeliveryStatus, Tone> = {
  retrying: 'warning',
  dead: 'error',
  skipped: 'neutral',
  done: 'success',
};

/** What became of a delivery, in a word. */
export function statusWords(status: DeliveryStatus, t: Translate): string {
  const words: Record<DeliveryStatus, string> = {
    retrying: t('Retrying'),
    dead: t('Given up'),
    skipped: t('Skipped'),
    done: t('Done'),
  };
  return words[status];
}

export function operationWords(operation: DeliveryOperation, t: Translate): string {
  return operation === 'replay' ? t('Replay') : t('Skip');
}

/** How people call the record: its number, else its id. */
export function recordWords({ number, recordId }: Delivery): string {
  return number || recordId || '–';
}

/** Which statuses an operation is for; the server knows best and is asked before it is done to many. */
export function isFor(operation: DeliveryOperation, { status, postProcessor }: Delivery): boolean {
  // The star stands for an entry that nobody can read.
  if (operation === 'replay') return (status === 'dead' || status === 'skipped') && postProcessor !== '*';
  return status === 'dead' || status === 'retrying';
}
