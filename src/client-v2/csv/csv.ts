import { csvFormatRows } from 'd3-dsv';

/** By this mark Excel knows the file for UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Where a spreadsheet starts reading a formula: at the start of a cell, and, since some take semicolons, tabs or line
 * ends for cell borders whatever the quotes say, behind each of those.
 */
const FORMULA_START = /(^|[;\t\r\n])(\s*)([=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/** A value as it stands in a cell; missing is empty. */
export type Cell = string | number | boolean | undefined;

/** The text of a CSV file (RFC 4180, UTF-8 with byte order mark). No cell can be taken for a formula. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((value) => harmless(String(value ?? ''))));
  return `${BYTE_ORDER_MARK}${csvFormatRows(cells)}\n`;
}

/** The text with an apostrophe, the spreadsheets' mark for plain text, wherever a formula could start. */
export function harmless(text: string): string {
  return text.replace(FORMULA_START, "$1$2'$3");
}
