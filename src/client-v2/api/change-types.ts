export type ChangeAction = 'setNext' | 'backfill' | 'rules' | 'repair';
export type ChangeStatus = 'running' | 'succeeded' | 'failed';

/** One change that a person made to a counter or to the rules of a field, running or past. */
export interface Change {
  id: string;
  action: ChangeAction;
  status: ChangeStatus;
  collection: string;
  field: string;
  scope: string;
  period: string;
  /** The next number before and after; of rules, a number as they write it. */
  from?: string;
  to?: string;
  by?: string;
  origin?: string;
  createdAt?: string;
  progressCurrent?: number;
  progressTotal?: number;
  /** Records that got a number. */
  numbered?: number;
  error?: string;
  /** The rules before and after, by option. */
  rules: RuleChange[];
}

export interface RuleChange {
  option: string;
  from: string;
  to: string;
}

/** One page of a list, and how many rows the whole list has. */
export interface Page<T> {
  rows: T[];
  total: number;
}
