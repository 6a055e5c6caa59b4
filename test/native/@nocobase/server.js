module.exports = globalThis.__nativeRequire('@nocobase/server');
