module.exports = globalThis.__nativeRequire('supertest');
