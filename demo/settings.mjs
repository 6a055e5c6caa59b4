import { resolve } from 'node:path';
import { Failure } from './failure.mjs';

/**
 * What the environment asks for.
 * @param {string} root the repository
 * @param {NodeJS.ProcessEnv} env
 */
export function readSettings(root, env) {
  const port = Number(env.PORT || 13000);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Failure(`PORT=${env.PORT} is not a port: give a number from 1 to 65535`);
  }
  return {
    root,
    port,
    /** Everything that the demo keeps. */
    dir: resolve(root, env.DEMO_DIR || '.demo'),
    sample: env.DEMO_SAMPLE !== '0',
    /** False: the database is the one that DB_* names, SQLite among them. */
    embeddedDatabase: !env.DB_DIALECT,
    login: { email: env.INIT_ROOT_EMAIL || 'admin@nocobase.com', password: env.INIT_ROOT_PASSWORD || 'admin123' },
  };
}
