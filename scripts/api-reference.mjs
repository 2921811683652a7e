// npm run docs:api: generates the folder `api` of the packages that others install, from their sources. With a folder as argument it
// writes there instead.
import { rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Application } from 'typedoc';
import { manifestOf, root } from './library-packages.mjs';

const DOCUMENTED = ['geometry', 'formats'];
const [, , target] = process.argv;

const passing = mkdtempSync(path.join(tmpdir(), 'api-reference-'));
try {
  for (const name of DOCUMENTED) await write(name, target === undefined ? path.join(root, 'packages', name, 'api') : path.resolve(target, name));
} finally {
  rmSync(passing, { recursive: true, force: true });
}

async function write(name, folder) {
  const entryPoints = Object.values(manifestOf(name).exports).map((file) => path.join(root, 'packages', name, file));
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    name: `@geoinsights/${name}`,
    entryPoints,
    tsconfig: projectOf(name, entryPoints),
    // `npm run types` checks them.
    skipErrorChecking: true,
    validation: false,
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
    readme: 'none',
    router: 'module',
    disableSources: true,
    disableGit: true,
    excludeExternals: true,
    excludePrivate: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    out: folder,
    cleanOutputDir: true,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error(`the sources of ${name} cannot be read`);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
}

/** A project of the entries and their imports, which is less than what tests import. */
function projectOf(name, files) {
  const file = path.join(passing, `${name}.json`);
  const types = [path.join(root, 'node_modules', '@types', 'node')];
  writeFileSync(file, JSON.stringify({ extends: path.join(root, 'tsconfig.base.json'), compilerOptions: { lib: ['ES2024', 'DOM'], types, rootDir: root }, files }));
  return file;
}
