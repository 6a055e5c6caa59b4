/** Keeps what is too large for a message. */
export interface BlobStore {
  name: string;
  /** Stores a text under a name; does nothing when it is there already. */
  put(ref: string, body: string): Promise<void>;
  /** Null when there is none. @throws when the store cannot be asked */
  get(ref: string): Promise<string | null>;
  delete(refs: string[]): Promise<void>;
}

/** The blob stores of one app; the setting OUTBOX_BLOB_STORE names the one in use, by default `database`. */
export class BlobStores {
  private readonly byName = new Map<string, BlobStore>();

  /** @throws when the name is taken. */
  register(store: BlobStore): void {
    if (this.byName.has(store.name)) throw new Error(`there is a blob store "${store.name}" already`);
    this.byName.set(store.name, store);
  }

  /** @throws when the setting names none that is registered. */
  get inUse(): BlobStore {
    const name = process.env.OUTBOX_BLOB_STORE || 'database';
    const store = this.byName.get(name);
    if (!store) throw new Error(`OUTBOX_BLOB_STORE names "${name}", but there is no such blob store`);
    return store;
  }
}
