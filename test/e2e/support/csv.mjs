import { csvParse } from 'd3-dsv';

/**
 * The rows of a CSV file by the names of their columns.
 * @param {Buffer} file must start with the UTF-8 byte order mark
 */
export function readCsv(file) {
  if (file.subarray(0, 3).toString('hex') !== 'efbbbf') throw new Error('the file has no byte order mark');
  return [...csvParse(file.subarray(3).toString('utf8'))];
}
