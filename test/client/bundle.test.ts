import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';

const ROOT = resolve(__dirname, '../..');
const LANES = ['client', 'client-v2'] as const;
const HOST_PACKAGES = ['@nocobase/client', '@nocobase/client-v2'];

interface PluginClass {
  new (options: unknown, app: unknown): { load(): Promise<void> };
}

/** What the host's RequireJS gets from evaluating a bundle. */
interface Definition {
  modules: string[];
  factory: (...modules: unknown[]) => void;
}

// One bad bundle blanks the whole UI of the host: each test is about one way to be one.
describe('client bundles', () => {
  beforeAll(() => {
    if (isStale()) execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'pipe' });
  }, 60_000);

  it.each(LANES)('%s asks the host only for modules it has', (lane) => {
    const provided = hostModules(lane);
    const wanted = evaluate(lane).modules.filter((id) => !['require', 'exports', 'module'].includes(id));
    expect(wanted).not.toEqual([]);
    expect(wanted.filter((id) => !provided.includes(id))).toEqual([]);
  });

  it.each(LANES)('%s exports a plugin class that adds the settings pages', async (lane) => {
    const calls: string[] = [];
    const app = fakeApp(new Proxy({}, { get: (_, name) => () => calls.push(String(name)) }));
    const plugin = new (loadPlugin(lane))({}, app);
    await plugin.load();
    expect(calls).toEqual(
      lane === 'client'
        ? ['add', 'add', 'add']
        : ['addMenuItem', 'addPageTabItem', 'addPageTabItem', 'setPluginSettingsLink'],
    );
  });

  it.each(['before', 'after'])(
    'client puts the pattern editor in place when it is loaded %s the built-in one',
    async (when) => {
      const app = fakeApp({ add: () => undefined });
      const builtIn = () => app.interfaces.addFieldInterfaces([BuiltInSequence]);
      const plugin = new (loadPlugin('client'))({}, app);
      if (when === 'after') builtIn();
      await plugin.load();
      if (when === 'before') builtIn();
      app.eventBus.dispatchEvent(new Event('plugin:field-sequence:loaded'));
      const { properties } = app.interfaces.registered.sequence;
      expect(Object.keys(properties)).toEqual(['uiSchema.title', 'name', 'patterns']);
      expect(properties.patterns).toMatchObject({ 'x-component': expect.any(Function) });
    },
  );

  it('client-v2 puts the pattern editor in place of the built-in options', async () => {
    const app = fakeApp(new Proxy({}, { get: () => () => undefined }));
    await new (loadPlugin('client-v2'))({}, app).load();
    const [{ name, items }] = app.interfaces.configured;
    expect(name).toBe('sequence');
    expect(items.find((item) => item.name === 'patterns')?.Component).toEqual(expect.any(Function));
    expect(items.filter((item) => item.hidden).map((item) => item.name)).toEqual(['unique', 'inputable', 'match']);
  });

  it.each(LANES)('%s survives a host that fails in load()', async (lane) => {
    const fail = () => {
      throw new Error('the host has changed');
    };
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const plugin = new (loadPlugin(lane))({}, fakeApp(new Proxy({}, { get: () => fail })));
    await expect(plugin.load()).resolves.toBeUndefined();
    expect(report).toHaveBeenCalledTimes(1);
    expect(report.mock.calls[0][0]).toContain('the settings page could not be added');
    report.mockRestore();
  });
});

function isStale(): boolean {
  const built = LANES.map((lane) => join(ROOT, 'dist', lane, 'index.js'));
  if (!built.every((file) => existsSync(file))) return true;
  const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs));
  return LANES.some((lane) =>
    readdirSync(join(ROOT, 'src', lane), { recursive: true, encoding: 'utf8' }).some(
      (file) => statSync(join(ROOT, 'src', lane, file)).mtimeMs > oldest,
    ),
  );
}

function hostModules(lane: string): string[] {
  const script = `import('./scripts/host-modules.mjs').then((m) => console.log(JSON.stringify([...m.HOST_MODULES['${lane}']])))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' })) as string[];
}

function evaluate(lane: string): Definition {
  let definition: Definition | undefined;
  const define = (modules: string[], factory: Definition['factory']) => {
    definition = { modules, factory };
  };
  runInNewContext(readFileSync(join(ROOT, 'dist', lane, 'index.js'), 'utf8'), { define, console });
  if (!definition) throw new Error(`the ${lane} bundle defines no module`);
  return definition;
}

function loadPlugin(lane: string): PluginClass {
  const { modules, factory } = evaluate(lane);
  const module: { exports: { default?: unknown } } = { exports: {} };
  const require = (id: string): unknown => (HOST_PACKAGES.includes(id) ? { Plugin: FakePlugin } : fakeModule());
  const given: Record<string, unknown> = { require, exports: module.exports, module };
  factory(...modules.map((id) => given[id] ?? require(id)));
  expect(typeof module.exports.default).toBe('function');
  return module.exports.default as PluginClass;
}

class FakePlugin {
  constructor(
    readonly options: unknown,
    protected readonly app: ReturnType<typeof fakeApp>,
  ) {}

  get pluginSettingsManager(): object {
    return this.app.pluginSettingsManager;
  }

  t(text: string): string {
    return text;
  }
}

interface ConfigureItem {
  name: string;
  hidden?: boolean;
  Component?: unknown;
}

/** The registries of field interfaces of both clients. */
class FakeInterfaces {
  readonly registered: Record<string, { name: string; properties: Record<string, unknown> }> = {};
  readonly configured: { name: string; items: ConfigureItem[] }[] = [];

  getFieldInterface(name: string) {
    return this.registered[name];
  }

  addFieldInterfaces(classes: (new (manager: unknown) => { name: string; properties: Record<string, unknown> })[]) {
    for (const Interface of classes) {
      const made = new Interface(this);
      this.registered[made.name] = made;
    }
  }

  registerFieldInterfaceConfigure(configure: { name: string; items: ConfigureItem[] }) {
    this.configured.push(configure);
  }
}

class BuiltInSequence {
  name = 'sequence';
  properties: Record<string, unknown> = {
    'uiSchema.title': {},
    name: {},
    unique: { 'x-disabled': '{{ !createMainOnly }}' },
    patterns: { 'x-component': 'ArrayTable' },
    inputable: {},
    match: {},
  };
}

function fakeApp(pluginSettingsManager: object) {
  const interfaces = new FakeInterfaces();
  return {
    pluginSettingsManager,
    interfaces,
    dataSourceManager: { collectionFieldInterfaceManager: interfaces },
    eventBus: new EventTarget(),
    addComponents: () => undefined,
    apiClient: {},
    i18n: { language: 'en-US', t: (text: string) => text },
  };
}

/** A module whose every export is a function: enough for evaluating a bundle without drawing anything. */
function fakeModule(): object {
  const known: Record<string, unknown> = { __esModule: true };
  return new Proxy(known, { get: (_, name) => known[String(name)] ?? (() => undefined) });
}
