const os = require('node:os');
const path = require('node:path');

Object.assign(process.env, {
  NODE_MODULES_PATH: path.resolve(__dirname, '../node_modules'),
  APP_ENV: 'test',
  APP_KEY: 'test-key',
  TZ: process.env.TZ ?? 'UTC',
  LOGGER_SILENT: process.env.LOGGER_SILENT ?? 'true',
  STORAGE_PATH: path.join(os.tmpdir(), `sequence-outbox-test-${process.env.JEST_WORKER_ID ?? '1'}`),
  INIT_ROOT_EMAIL: 'admin@nocobase.com',
  INIT_ROOT_PASSWORD: 'admin123',
  INIT_ROOT_USERNAME: 'nocobase',
  INIT_ROOT_NICKNAME: 'Super Admin',
});
