/** Adds up the results that jest left as JSON in a folder and prints them as one line. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const dir = process.argv[2];
const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of readdirSync(dir)) {
  const result = JSON.parse(readFileSync(join(dir, name), 'utf8'));
  total.passed += result.numPassedTests;
  // A file that could not even be loaded counts as one.
  total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  total.skipped += result.numPendingTests + result.numTodoTests;
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
