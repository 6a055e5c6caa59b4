/**
 * Builds dist/ from src/: the server (CommonJS), one RequireJS module per client lane, the locales.
 * A part whose source is missing is left out. The build fails, and leaves the old dist/ alone, when a client imports
 * what the host page does not provide.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build as esbuild, stop as stopEsbuild } from 'esbuild';
import { BUNDLED_MODULES, HOST_MODULES } from './host-modules.mjs';
import { isMain } from './is-main.mjs';

const root = resolve(import.meta.dirname, '..');

/** Builds everything into the folder, which is replaced as a whole at the end. */
export async function build(target = resolve(root, 'dist')) {
  const out = join(dirname(target), `.dist-${process.pid}`);
  try {
    mkdirSync(out, { recursive: true });
    await buildServer(out);
    for (const lane of Object.keys(HOST_MODULES)) await buildClient(lane, out);
    copyLocales(out);
    // An empty list fits every 2.x host; without the file the host calls the plugin incompatible.
    writeFileSync(join(out, 'externalVersion.js'), 'module.exports = {};\n');
    rmSync(target, { recursive: true, force: true });
    renameSync(out, target);
  } finally {
    rmSync(out, { recursive: true, force: true });
    await stopEsbuild();
  }
}

/** The plugin, and every file that the platform finds by its folder, each whole in one file. */
async function buildServer(out) {
  const folders = ['src/server/collections', 'src/server/migrations'];
  const entryPoints = ['src/server/index.ts', ...folders.flatMap(sourcesIn)].filter((file) =>
    existsSync(join(root, file)),
  );
  if (entryPoints.length === 0) return;
  await esbuild({
    absWorkingDir: root,
    entryPoints,
    outdir: join(out, 'server'),
    outbase: 'src/server',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    keepNames: true,
    external: ['@nocobase/*', 'sequelize'],
    logLevel: 'warning',
  });
}

function sourcesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => /\.ts$/.test(name) && !/\.(d|test)\.ts$/.test(name))
    .map((name) => `${folder}/${name}`);
}

/**
 * One lane's bundle. The wrapper lists its modules: RequireJS would otherwise look for `require("…")` in the text and
 * take every `//` and `/*` on the way, be it in a string, for a comment.
 */
async function buildClient(lane, out) {
  const entry = `src/${lane}/index.tsx`;
  if (!existsSync(join(root, entry))) return;
  const result = await esbuild({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    format: 'cjs',
    platform: 'browser',
    target: 'es2019',
    jsx: 'automatic',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [onlyHostModules(lane)],
    metafile: true,
    write: false,
    outfile: 'index.js',
    logLevel: 'warning',
  });
  const modules = Object.values(result.metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  const ids = JSON.stringify(['require', 'exports', 'module', ...new Set(modules)]);
  const code = `define(${ids},function(require,exports,module){${result.outputFiles[0].text}});\n`;
  mkdirSync(join(out, lane), { recursive: true });
  writeFileSync(join(out, lane, 'index.js'), code);
}

/** Leaves the host's modules to the host, takes the bundled libraries in, and refuses every other package. */
function onlyHostModules(lane) {
  return {
    name: 'only-host-modules',
    setup(builder) {
      builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === 'entry-point') return undefined;
        if (HOST_MODULES[lane].has(path)) return { path, external: true };
        if (BUNDLED_MODULES.has(path)) return undefined;
        return { errors: [{ text: `the host page has no module "${path}" for the ${lane} bundle` }] };
      });
    },
  };
}

function copyLocales(out) {
  const locales = resolve(root, 'src/locale');
  if (existsSync(locales)) cpSync(locales, join(out, 'locale'), { recursive: true });
}

if (isMain(import.meta.url)) {
  build().catch((error) => {
    // esbuild has printed its own errors already.
    if (!error.errors) console.error(error);
    process.exitCode = 1;
  });
}
