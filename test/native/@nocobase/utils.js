module.exports = globalThis.__nativeRequire('@nocobase/utils');
