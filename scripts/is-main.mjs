import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether the module of this `import.meta.url` is the program that node was started with. */
export function isMain(url) {
  return Boolean(process.argv[1]) && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(url));
}
