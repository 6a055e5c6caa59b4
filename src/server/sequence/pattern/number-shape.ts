import type { Pattern } from './pattern';

/** How PostgreSQL takes the counted part out of a value. */
export interface NumberShape {
  /** Condition that the value has the pattern's shape; null: `digits` is null when it has not. */
  matches: string | null;
  /** The counted part of such a value as text. */
  digits: string;
  /** What the two need, by name. */
  replacements: Record<string, string>;
}

interface Width {
  characters: number;
  bytes: number;
  /** The one text there is; null: there are several. */
  literal: string | null;
}

/**
 * The cheapest reading of a pattern in SQL, since it is done for every record: a regular expression that captures costs
 * about ten times as much as cutting the text at known places. Known they are when only the counted part varies in length.
 */
export function numberShape(pattern: Pattern, index: number, column: string): NumberShape {
  const sources = pattern.parts.map((part) => part.segment.matcher(part.options));
  const counted = /^\[([^\]^]+)\]\{(\d+),(\d+)\}$/.exec(sources[index]);
  const before = joined(sources.slice(0, index));
  const after = joined(sources.slice(index + 1));
  if (!counted || !before || !after) {
    return {
      matches: null,
      digits: `substring(${column} from :shape)`,
      replacements: { shape: pattern.captureSource(index) },
    };
  }
  const [, symbols, least, most] = counted;
  const rest = before.bytes + after.bytes;
  const fits = `octet_length(${column}) BETWEEN ${rest + Number(least)} AND ${rest + Number(most)}`;
  const digits = cut(column, before.characters, after.characters);
  if (before.literal !== null && after.literal !== null) {
    return {
      matches: `${column} COLLATE "C" LIKE :like AND ${fits} AND ${digits} COLLATE "C" !~ :foreign`,
      digits,
      replacements: { like: `${escapeLike(before.literal)}%${escapeLike(after.literal)}`, foreign: `[^${symbols}]` },
    };
  }
  const shape = `^${sources.slice(0, index).join('')}[${symbols}]+${sources.slice(index + 1).join('')}$`;
  return { matches: `${fits} AND ${column} COLLATE "C" ~ :shape`, digits, replacements: { shape } };
}

function cut(column: string, before: number, after: number): string {
  const tail = before > 0 ? `right(${column}, ${-before})` : column;
  return after > 0 ? `left(${tail}, ${-after})` : tail;
}

function joined(sources: string[]): Width | null {
  const widths = sources.map(widthOf);
  if (widths.includes(null)) return null;
  const known = widths as Width[];
  return {
    characters: known.reduce((sum, { characters }) => sum + characters, 0),
    bytes: known.reduce((sum, { bytes }) => sum + bytes, 0),
    literal: known.every(({ literal }) => literal !== null) ? known.map(({ literal }) => literal).join('') : null,
  };
}

/** One character, or one of a class of plain ASCII ones, as often as a number behind it says. */
const ATOM = /^(?:\\([^A-Za-z0-9])|([^\\^$.*+?()[\]{}|])|\[[ -Z_-~]+\])(?:\{(\d+)\})?/u;

/** How long all texts are that a regular expression's source stands for; null when they differ, or when it cannot tell. */
function widthOf(source: string): Width | null {
  const width: Width = { characters: 0, bytes: 0, literal: '' };
  let rest = source;
  while (rest) {
    const found = ATOM.exec(rest);
    if (!found) return null;
    const [atom, escaped, plain, times = '1'] = found;
    const character = escaped ?? plain;
    width.characters += Number(times);
    width.bytes += Number(times) * (character ? Buffer.byteLength(character) : 1);
    width.literal = character && width.literal !== null ? width.literal + character.repeat(Number(times)) : null;
    rest = rest.slice(atom.length);
  }
  return width;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
