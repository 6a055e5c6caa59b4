const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true, tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testEnvironment: '<rootDir>/test/environment.js',
  transform: { '^.+\\.tsx?$': swc },
  testMatch: [
    process.env.TEST_SERVICES === '1'
      ? '<rootDir>/test/{server,processes,services}/**/*.test.ts'
      : '<rootDir>/test/{unit,server,processes,client}/**/*.test.{ts,tsx}',
  ],
  // Minutes long; on PostgreSQL they run with the embedded one already.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_SERVICES === '1' && process.env.TEST_DB_DIALECT !== 'mariadb'
      ? ['/relay-kills', '/processes/ledger']
      : []),
  ],
  // One copy for each worker, loaded by Node itself: see test/environment.js.
  moduleNameMapper: {
    '^(@nocobase/(?:server|database|actions|utils)|sequelize|supertest)$': '<rootDir>/test/native/$1.js',
    // Written as ES modules; their CommonJS builds lie beside.
    '^d3-dsv$': '<rootDir>/node_modules/d3-dsv/dist/d3-dsv.js',
  },
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
  setupFiles: ['<rootDir>/test/env.js'],
  // The platform prints each refused write on the console; TEST_VERBOSE=1 shows it.
  silent: process.env.TEST_VERBOSE !== '1',
  testTimeout: 120000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '2GB',
};
