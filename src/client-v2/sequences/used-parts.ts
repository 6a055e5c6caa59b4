/** Which of the columns "scope" and "period" have anything to show: most apps use neither, and need no empty columns. */
export function usedParts(rows: readonly { scope: string; period: string }[]): { scopes: boolean; periods: boolean } {
  return { scopes: rows.some((row) => row.scope !== ''), periods: rows.some((row) => row.period !== '') };
}
