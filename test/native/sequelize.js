module.exports = globalThis.__nativeRequire('sequelize');
