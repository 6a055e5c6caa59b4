import type { Resources } from './history';
import { historyActions } from './history';

/** The raw trace of events, the newest first. */
export function eventLogActions(resources: Resources) {
  return historyActions(resources, (_, row) => ({ ...row, payload: parsed(row.payload) }));
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return text;
  }
}
