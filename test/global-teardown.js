const fs = require('node:fs');
const { dropDatabases } = require('./services/databases');

module.exports = async () => {
  await dropDatabases();
  if (!globalThis.__pg) return;
  await globalThis.__pg.pg.stop();
  fs.rmSync(globalThis.__pg.dir, { recursive: true, force: true });
};
