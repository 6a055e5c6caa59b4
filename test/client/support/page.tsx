import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createOutboxApi } from '../../../src/client-v2/api/outbox-api';
import { createRecordsApi } from '../../../src/client-v2/api/records-api';
import { createSequencesApi } from '../../../src/client-v2/api/sequences-api';
import type { SendRequest } from '../../../src/client-v2/api/sequences-api';
import { HostProvider } from '../../../src/client-v2/host/host';
import type { Host } from '../../../src/client-v2/host/host';

type Request = Parameters<SendRequest>[0];
/** What the server says to one action: a body, or a function that makes one; it may throw a refusal. */
export type Answer = object | ((request: Request) => unknown);

/** An app whose server gives these answers by action; asking for anything else fails the way an unknown action does. */
export class FakeServer {
  readonly requests: Request[] = [];

  constructor(readonly answers: Record<string, Answer>) {}

  /** The requests of one action, in their order. */
  of(action: string): Request[] {
    return this.requests.filter(({ url }) => url === action);
  }

  readonly send: SendRequest = async (request) => {
    this.requests.push(request);
    const answer = this.answers[request.url];
    if (answer === undefined) throw refusal(404, `no such action: ${request.url}`);
    const body = typeof answer === 'function' ? ((await answer(request)) as unknown) : answer;
    return { data: body };
  };
}

/** What the host's client throws for an answer that is no success. */
export function refusal(status: number, message: string, code?: string): Error {
  return Object.assign(new Error(message), { response: { status, data: { errors: [{ message, code }] } } });
}

/** Draws a part of the pages as the host does, without animations; texts are the English keys. */
export function renderPage(ui: ReactNode, server: FakeServer) {
  const host: Host = {
    t: (key, values) => key.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name] ?? '')),
    language: 'en-US',
    title: (stored) => stored,
    sequences: createSequencesApi(server.send),
    records: createRecordsApi(server.send, (title) => title),
    outbox: createOutboxApi(server.send),
  };
  return render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <HostProvider host={host}>{ui}</HostProvider>
    </ConfigProvider>,
  );
}
