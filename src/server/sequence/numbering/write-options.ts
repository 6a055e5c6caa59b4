import type { Collection } from '@nocobase/database';
import type { Transactionable } from 'sequelize';
import type { RawValues } from './path-values';

/** What the platform passes to a hook beside the records. */
export interface WriteOptions extends Transactionable {
  /** Values of the write as they came in: at the top of a create, and in a nested one. */
  values?: RawValues;
  inputValues?: RawValues;
  context?: unknown;
  attributes?: Record<string, unknown>;
  where?: unknown;
  /** Of a bulk write: each record then comes by once more by itself. */
  individualHooks?: boolean;
  model?: { collection?: Collection };
}
