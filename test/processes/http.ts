import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Application } from '@nocobase/server';

export interface Answer {
  status: number;
  body: any;
  headers: http.IncomingHttpHeaders;
  /** Milliseconds from the request to the end of the answer. */
  took: number;
  /** When that end was, by performance.now(). */
  ended: number;
}

/** Speaks to one NocoBase over real connections, as many at once as are asked for. */
export interface Client {
  url: string;
  post(action: string, body?: object): Promise<Answer>;
  get(action: string, query?: Record<string, string>): Promise<Answer>;
}

export function client(url: string): Client {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
  const call = (method: string, target: string, body?: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      const text = body && JSON.stringify(body);
      const request = http.request(`${url}/api/${target}`, {
        method,
        agent,
        headers: text ? { 'content-type': 'application/json' } : {},
      });
      request.on('error', reject);
      request.on('response', (response) => {
        let data = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (data += chunk));
        // A connection that breaks in the middle of an answer ends without 'end'.
        response.on('error', reject);
        response.on('end', () => {
          const ended = performance.now();
          const { statusCode = 0, headers } = response;
          resolve({ status: statusCode, body: json(data), headers, took: ended - start, ended });
        });
      });
      request.end(text);
    });
  return {
    url,
    post: (action, body = {}) => call('POST', action, body),
    get: (action, query = {}) => call('GET', `${action}?${new URLSearchParams(query).toString()}`),
  };
}

/** Makes an app of this process answer on a port of its own; close it before the app. */
export async function listen(app: Application): Promise<Client & { close(): Promise<void> }> {
  const server = http.createServer(app.callback());
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { ...client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), close };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
