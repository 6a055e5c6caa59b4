import type { Database } from '@nocobase/database';
import type { Snapshots } from '../../foundation/snapshots';
import type { Within } from '../counters/counters';
import type { NumberGroups, NumberReader, Progress, Span } from './number-reader';
import { CommittedNumbers } from './numbers-committed';
import { PostgresNumbers } from './numbers-postgres';
import { StreamedNumbers } from './numbers-streamed';

/** The largest numbers in the data: by one aggregate in the database where it can, else by reading page after page. */
export class DataMaximum {
  private readonly readers: NumberReader[];

  constructor(
    db: Database,
    private readonly snapshots: Snapshots,
  ) {
    const streamed = new StreamedNumbers(db);
    this.readers = db.inDialect('postgres') ? [new PostgresNumbers(db, streamed), streamed] : [streamed];
  }

  /**
   * The largest number of the span, null when there is none: of what the record's transaction wrote, and of all that is
   * committed. Takes no second connection of the app.
   */
  largest(span: Span, within: Within): Promise<bigint | null> {
    return this.committed(span).largest(span, within);
  }

  /** As `groups`, also with what was committed since the transaction began to read (MySQL, MariaDB). */
  groupsNow(span: Span, within: Within): Promise<NumberGroups> {
    return this.committed(span).groups(span, within);
  }

  /** The numbers of the span by scope and period, as `within` sees them. */
  groups(span: Span, within?: Within, progress?: Progress): Promise<NumberGroups> {
    return this.readerOf(span).groups(span, within, progress);
  }

  private committed(span: Span): NumberReader {
    return new CommittedNumbers(this.readerOf(span), this.snapshots);
  }

  private readerOf(span: Span): NumberReader {
    return this.readers.find((reader) => reader.serves(span)) as NumberReader;
  }
}
