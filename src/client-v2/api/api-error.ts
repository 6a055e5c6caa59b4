import { isRecord, toText } from './parse';
import { parseFinding } from './parse-preview';
import type { Finding } from './finding-types';

/** A failed call, in the words the server gave (already in the person's language). */
export interface ApiError {
  message: string;
  /** HTTP status; undefined when the server was not reached. */
  status?: number;
  code?: string;
}

/** Reads whatever a call of the host's API client threw: `{errors: [{message, code?}]}`, or plain text, or a network fault. */
export function toApiError(thrown: unknown): ApiError {
  const response = isRecord(thrown) && isRecord(thrown.response) ? thrown.response : undefined;
  const status = typeof response?.status === 'number' ? response.status : undefined;
  const body = response?.data;
  const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors.filter(isRecord) : [];
  const message = errors
    .map((error) => toText(error.message))
    .filter(Boolean)
    .join(' ');
  const code = toText(errors[0]?.code) || undefined;
  return { message: message || fallbackMessage(thrown, status), status, code };
}

/** The places that a refused call (400) names as wrong; empty for every other failure. */
export function toFindings(thrown: unknown): Finding[] {
  const response = isRecord(thrown) && isRecord(thrown.response) ? thrown.response : undefined;
  const body = response?.status === 400 ? response.data : undefined;
  const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors.filter(isRecord) : [];
  return errors.map(parseFinding).filter(({ message, path }) => message && path);
}

function fallbackMessage(thrown: unknown, status: number | undefined): string {
  const own = thrown instanceof Error ? thrown.message : isRecord(thrown) ? toText(thrown.message) : '';
  return own || (status === undefined ? 'Network error' : `HTTP ${status}`);
}
