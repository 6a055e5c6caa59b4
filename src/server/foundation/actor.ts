/** Who asked for something, and from where. `code`: a program within the app, without a request. */
export interface Actor {
  origin: 'http' | 'command' | 'task' | 'code';
  byId?: number | string | null;
  by?: string | null;
}

interface Context {
  state?: { currentUser?: { id?: number | string; nickname?: string; username?: string; email?: string } };
}

/** Who is behind a request, or behind a write that got the context of one. */
export function actorOf(context: unknown): Actor {
  if (!context) return { origin: 'code', byId: null, by: null };
  const user = (context as Context).state?.currentUser;
  return { origin: 'http', byId: user?.id ?? null, by: user?.nickname ?? user?.username ?? user?.email ?? null };
}
