module.exports = globalThis.__nativeRequire('@nocobase/actions');
