/** A decimal string of any size with the language's digit grouping. */
export function formatBig(digits: string, language: string): string {
  return /^-?\d+$/.test(digits) ? new Intl.NumberFormat(language).format(BigInt(digits)) : digits;
}

/** A probability from 0 to 1 as a percentage; one too small to show is said to be below the smallest shown. */
export function formatOdds(odds: number, language: string): string {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return odds > 0 && odds < 0.0001 ? `< ${percent.format(0.0001)}` : percent.format(odds);
}
