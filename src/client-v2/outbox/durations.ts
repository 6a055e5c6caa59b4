const STEPS: Array<[unit: 'second' | 'minute' | 'hour' | 'day', seconds: number]> = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** A span in its largest unit, as the language writes it: "3 min", "0.4 s". */
export function formatSeconds(seconds: number, language: string): string {
  const [unit, length] = STEPS.find(([, size]) => seconds >= size) ?? STEPS[STEPS.length - 1];
  const value = seconds / length;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
