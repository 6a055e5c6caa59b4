import type { Database } from '@nocobase/database';
import type { Within } from '../counters/counters';
import type { NumberGroups, NumberReader, Progress, Span } from './number-reader';
import { PostgresNumbers } from './numbers-postgres';
import { StreamedNumbers } from './numbers-streamed';

/** The largest numbers in the data: by one aggregate in the database where it can, else by reading page after page. */
export class DataMaximum {
  private readonly readers: NumberReader[];

  constructor(db: Database) {
    const streamed = new StreamedNumbers(db);
    this.readers = db.inDialect('postgres') ? [new PostgresNumbers(db, streamed), streamed] : [streamed];
  }

  /**
   * The largest number of the span, null when there is none. Read inside the record's transaction, so that it sees what
   * that transaction wrote and takes no second connection.
   */
  largest(span: Span, within: Within): Promise<bigint | null> {
    return this.readerOf(span).largest(span, within);
  }

  groups(span: Span, within?: Within, progress?: Progress): Promise<NumberGroups> {
    return this.readerOf(span).groups(span, within, progress);
  }

  private readerOf(span: Span): NumberReader {
    return this.readers.find((reader) => reader.serves(span)) as NumberReader;
  }
}
