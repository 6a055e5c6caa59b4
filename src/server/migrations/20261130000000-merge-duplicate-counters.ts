import { Migration } from '@nocobase/server';

/** The unique index over the counters must find none twice. Safe to run again. */
export default class MergeDuplicateCounters extends Migration {
  override on = 'beforeLoad';
  override appVersion = '<99';

  override async up(): Promise<void> {
    await (this.plugin as unknown as { mergeDuplicateCounters(): Promise<void> }).mergeDuplicateCounters();
  }
}
