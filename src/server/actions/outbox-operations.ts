import type { Resources } from './history';
import { historyActions } from './history';

/** What operators did: replays, skips, settings; who, when, to how many. */
export function operationActions(resources: Resources) {
  return historyActions(resources, (_, row) => row);
}
