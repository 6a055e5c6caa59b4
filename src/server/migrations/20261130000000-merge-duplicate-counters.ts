import { Migration } from '@nocobase/server';
import { mergeDuplicateCounters } from '../sequence/counter-index';

/** The unique index over the counters must find none twice. Safe to run again. */
export default class MergeDuplicateCounters extends Migration {
  override on = 'beforeLoad';
  override appVersion = '<99';

  override async up(): Promise<void> {
    await mergeDuplicateCounters(this.db);
  }
}
