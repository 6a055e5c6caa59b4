/** supertest ships no types; the tests use it as a request builder. */
declare module 'supertest' {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies are plain JSON of the app under test
  type Json = any;

  interface Request extends Promise<{ status: number; body: Json; headers: Record<string, string> }> {
    set(name: string, value: string): Request;
    query(values: object): Request;
    send(body?: unknown): Request;
    /** A part of a form. */
    field(name: string, value: string): Request;
    attach(name: string, file: Buffer, filename: string): Request;
  }

  interface Agent {
    get(path: string): Request;
    post(path: string): Request;
    set(name: string, value: string): Agent;
  }

  const supertest: { agent(app: unknown): Agent };
  export default supertest;
}
