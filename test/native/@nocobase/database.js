module.exports = globalThis.__nativeRequire('@nocobase/database');
