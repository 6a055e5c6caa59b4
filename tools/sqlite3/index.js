'use strict';
// node-sqlite3's callback API over the binding that @appthreat/sqlite3 ships ready built, so nothing is compiled or
// downloaded at install. That package's own JavaScript is an ES module, which neither Jest nor Node < 20.19 can require.
const path = require('node:path');
const { EventEmitter } = require('node:events');
const sqlite3 = require('node-gyp-build')(path.dirname(require.resolve('@appthreat/sqlite3/package.json')));

const { Database, Statement, Backup } = sqlite3;
for (const C of [Database, Statement, Backup]) Object.assign(C.prototype, EventEmitter.prototype);
for (const name of ['run', 'get', 'all', 'each']) {
  Database.prototype[name] = function (sql, ...args) {
    const done = args[args.length - 1];
    const statement = new Statement(
      this,
      sql,
      typeof done === 'function' ? (error) => error && done(error) : undefined,
    );
    statement[name](...args).finalize();
    return this;
  };
}
sqlite3.verbose = () => sqlite3;
module.exports = sqlite3;
