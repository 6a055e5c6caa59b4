const fs = require('node:fs');

module.exports = async () => {
  if (!globalThis.__pg) return;
  await globalThis.__pg.pg.stop();
  fs.rmSync(globalThis.__pg.dir, { recursive: true, force: true });
};
