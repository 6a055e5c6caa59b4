import type { CounterTarget } from './types';

export type RepairAction = 'none' | 'created' | 'raised' | 'lowered' | 'skipped';

/** What a repair did, or would do, to one counter. */
export interface RepairRow {
  collection: string;
  field: string;
  key: string;
  scope: string;
  period: string;
  /** undefined: there was no counter. */
  before?: string;
  after?: string;
  action: RepairAction;
  reason?: string;
}

export interface RepairOptions extends CounterTarget {
  dryRun: boolean;
  /** Also lower counters that stand above the data. */
  allowLower: boolean;
  /** Run as a background task: the answer has no rows, they are read later. */
  async?: boolean;
}

export type RepairStatus = 'running' | 'succeeded' | 'failed';

/** One repair or check, running or past. */
export interface Repair extends CounterTarget {
  id: string;
  status: RepairStatus;
  dryRun: boolean;
  allowLower: boolean;
  rows: RepairRow[];
  createdAt?: string;
  startedAt?: string;
  finishedAt?: string;
  by?: string;
  origin?: string;
  error?: string;
  progressCurrent?: number;
  progressTotal?: number;
}
