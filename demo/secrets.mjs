import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The demo's own random keys, made once and readable by its user alone. */
export function readSecrets(dir) {
  const file = join(dir, 'secrets.json');
  if (!existsSync(file)) {
    const random = () => randomBytes(24).toString('hex');
    writeFileSync(file, JSON.stringify({ appKey: random(), databasePassword: random() }), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
