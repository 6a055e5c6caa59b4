import type { Database } from '@nocobase/database';
import { createUserProvider, parseJsonTemplate } from '@nocobase/acl';
import type { SeenRecord, Viewer } from '../sequence/preview/visible-paths';
import type { ActionContext } from './input';

interface Permission {
  params?: { fields?: string[]; whitelist?: string[]; filter?: object };
}

/** What the user behind a request may see, by the roles of the request. Without permissions in the app: everything. */
export class RequestViewer implements Viewer {
  constructor(
    private readonly ctx: ActionContext,
    private readonly db: Database,
  ) {}

  /** Whether the user may make records of a collection and knows this field of them. */
  mayCreateWith(collection: string, field: string): boolean {
    if (!this.ctx.can) return true;
    const create = this.permission(collection, 'create');
    if (!create) return false;
    const written = create.params?.whitelist;
    if (!written || written.includes(field)) return true;
    const view = this.permission(collection, 'get');
    return view !== null && (view.params?.fields ?? [field]).includes(field);
  }

  async maySee({ collection, key, value, names }: SeenRecord): Promise<boolean> {
    if (!this.ctx.can) return true;
    const view = this.permission(collection, 'get');
    if (!view) return false;
    const { fields, filter } = view.params ?? {};
    if (fields && !names.some((name) => fields.includes(name))) return false;
    if (!filter) return true;
    const allowed = (await parseJsonTemplate(filter, this.variables())) as object | undefined;
    const repository = this.db.getRepository(collection);
    return (await repository.count({ filter: { $and: [{ [key]: value }, allowed ?? filter] } as never })) > 0;
  }

  private permission(resource: string, action: string): Permission | null {
    return (this.ctx.can?.({ resource, action }) as Permission | null | undefined) ?? null;
  }

  private variables(): Parameters<typeof parseJsonTemplate>[1] {
    const { state } = this.ctx;
    const userProvider = createUserProvider({ db: this.db, currentUser: state.currentUser as never });
    return { state, timezone: this.ctx.get?.('x-timezone'), userProvider };
  }
}
