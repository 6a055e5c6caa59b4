// NocoBase finds plugins in node_modules: the built plugin of this repository is one of them while tests run.
const fs = require('node:fs');
const path = require('node:path');

exports.linkPlugin = function linkPlugin() {
  const root = path.resolve(__dirname, '..');
  const link = path.join(root, 'node_modules', require('../package.json').name);
  // Another run may be loading through it right now.
  if (fs.existsSync(link) && fs.realpathSync(link) === root) return;
  fs.rmSync(link, { recursive: true, force: true });
  fs.symlinkSync(root, link, 'dir');
};
