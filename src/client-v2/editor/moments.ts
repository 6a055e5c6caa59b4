/** A moment as the date of a zone, with the time of day where it is not midnight; '' for what is no moment. */
export function momentIn(zone: string | undefined, iso: string, language: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return '';
  try {
    return format(moment, language, zone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return format(moment, language, undefined);
  }
}

function format(moment: Date, language: string, timeZone: string | undefined): string {
  const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23', timeZone }).format(moment);
  const timeStyle = clock === '00:00:00' ? undefined : 'short';
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle, timeZone }).format(moment);
}

/** Sunday to Saturday in the person's language. */
export function weekdayNames(language: string): string[] {
  const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return [0, 1, 2, 3, 4, 5, 6].map((day) => name.format(Date.UTC(2023, 0, 1 + day)));
}

/** January to December in the person's language. */
export function monthNames(language: string): string[] {
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => name.format(Date.UTC(2023, month, 1)));
}

/** Browsers list some zones by names that were given up long ago; people look for the present ones. */
const PRESENT_NAMES: Record<string, string> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Every time zone that this browser knows, by its present name, with UTC first. */
export function knownZones(): string[] {
  const intl = Intl as typeof Intl & { supportedValuesOf?(key: 'timeZone'): string[] };
  const zones = intl.supportedValuesOf?.('timeZone') ?? [];
  return [...new Set(['UTC', ...zones.map((zone) => PRESENT_NAMES[zone] ?? zone).sort()])];
}
