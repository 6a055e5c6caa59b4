// One realm for all test files of a worker, with NocoBase loaded by Node's own require: its 5,000 modules are then read
// once for each worker instead of once for each file.
const { TestEnvironment: NodeEnvironment } = require('jest-environment-node');
const vm = require('node:vm');
const { createRequire } = require('node:module');

const MARK = Symbol.for('single-context');
if (!vm[MARK]) {
  const context = {};
  const compile = vm.compileFunction;
  const run = vm.Script.prototype.runInContext;
  vm.compileFunction = (source, params, options) => {
    if (options && options.parsingContext === context) {
      options = { ...options };
      delete options.parsingContext;
    }
    return compile(source, params, options);
  };
  vm.Script.prototype.runInContext = function (target, options) {
    return target === context ? this.runInThisContext(options) : run.call(this, target, options);
  };
  vm[MARK] = context;
}

class SingleRealmEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    this.realGlobal = this.global;
    this.global = globalThis;
    globalThis.__nativeRequire = createRequire(config.projectConfig.rootDir + '/package.json');
  }

  getVmContext() {
    return vm[MARK];
  }

  async teardown() {
    this.global = this.realGlobal;
    await super.teardown();
  }
}

module.exports = SingleRealmEnvironment;
