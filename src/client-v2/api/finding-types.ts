/** Numbers and counts are decimal strings, moments are ISO instants, texts come translated from the server. */

/** Something the server says about one place of the rules, like `patterns[1].options.cycle` or `timezone`. */
export interface Finding {
  message: string;
  path: string;
  code?: string;
}

/** What saving would do to a field that has numbers already. */
export interface Change extends Finding {
  severity: 'error' | 'confirm' | 'info';
}
