// Run by node in the app's folder: prints, as JSON, the environment that NocoBase's own launcher gives its server.
const { createRequire } = require('node:module');
const { join } = require('node:path');

const cli = createRequire(join(process.cwd(), 'package.json'))('@nocobase/cli-v1');
cli.initEnv();
cli.generateAppDir();
process.stdout.write(JSON.stringify(process.env));
