import type { ClientApplication } from '@nocobase/client-v2';
import { createHost } from '../host/host';
import { createNumberHints } from './number-hints';
import { createRecordNumber } from './RecordNumber';
import type { RecordNumber } from './RecordNumber';

/** The component that draws numbers in forms, for the client it runs in. */
export function recordNumberOf(app: ClientApplication): RecordNumber {
  return createRecordNumber(createNumberHints(app), createHost(app).t);
}
