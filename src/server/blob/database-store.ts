import type { Database } from '@nocobase/database';
import { QueryTypes } from 'sequelize';
import { databaseTime } from '../foundation/database-time';
import { tableOf } from '../foundation/table';
import type { BlobStore } from './blob-store';

/** Blobs in the app's database; the only writer of `payload_blobs`. */
export class DatabaseBlobStore implements BlobStore {
  readonly name = 'database';

  constructor(private readonly db: Database) {}

  async put(ref: string, body: string): Promise<void> {
    const t = tableOf(this.db, 'payloadBlobs');
    const [insert, otherwise] = this.db.inDialect('mysql', 'mariadb')
      ? ['INSERT IGNORE INTO', '']
      : ['INSERT INTO', 'ON CONFLICT DO NOTHING'];
    const columns = ['ref', 'body', 'size', 'createdAt'].map((name) => t.column(name)).join(', ');
    await this.db.sequelize.query(
      `${insert} ${t.name} (${columns}) VALUES (:ref, :body, :size, ${databaseTime(this.db)}) ${otherwise}`,
      { replacements: { ref, body, size: Buffer.byteLength(body, 'utf8') } },
    );
  }

  async get(ref: string): Promise<string | null> {
    const t = tableOf(this.db, 'payloadBlobs');
    const [row] = await this.db.sequelize.query<{ body: string }>(
      `SELECT ${t.column('body')} AS body FROM ${t.name} WHERE ${t.column('ref')} = :ref`,
      { type: QueryTypes.SELECT, replacements: { ref } },
    );
    return row?.body ?? null;
  }

  async delete(refs: string[]): Promise<void> {
    if (refs.length === 0) return;
    const t = tableOf(this.db, 'payloadBlobs');
    await this.db.sequelize.query(`DELETE FROM ${t.name} WHERE ${t.column('ref')} IN (:refs)`, {
      replacements: { refs },
    });
  }
}
