import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import path from 'node:path';
import { chromium } from '@playwright/test';
import ts from 'typescript';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chromiumPath } from './chromium.ts';
import { findNode, installPackages, run } from './installed-packages.ts';
import { needs } from './needs.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const { folder, project } = installPackages();
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** The examples of a readme, as files of the project. */
function writeExamples(name: string): string[] {
  const readme = readFileSync(path.join(project, 'node_modules', '@geoinsights', name, 'README.md'), 'utf8');
  return [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ''], place) => {
    const file = path.join(project, `${name}-${place + 1}.ts`);
    writeFileSync(file, code);
    return file;
  });
}

const EXAMPLES = ['geometry', 'formats'].flatMap(writeExamples);
cpSync(path.join(ROOT, 'testing', 'consumer'), project, { recursive: true });
const SOURCES = [...EXAMPLES, ...['node.ts', 'page.ts'].map((file) => path.join(project, file))];
const KML = '<kml><Document><name>farm</name><Placemark><name>field</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,1 1,0 0,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>';
writeFileSync(path.join(project, 'farm.kml'), KML);
writeFileSync(path.join(project, 'all.js'), ['geometry-1', 'geometry-3', 'formats-1', 'node'].map((name) => `await import('./${name}.js');\n`).join(''));
writeFileSync(path.join(project, 'index.html'), `<!doctype html><input type="file">${['page.ts', 'geometry-2.ts', 'formats-2.ts'].map((file) => `<script type="module" src="./${file}"></script>`).join('')}`);

for (const file of [...SOURCES, path.join(project, 'compare-workers.ts')]) {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true, rewriteRelativeImportExtensions: true } });
  writeFileSync(file.replace(/ts$/, 'js'), outputText);
}

describe('a package that is installed', () => {
  const place = path.join(project, 'node_modules', '@geoinsights', 'geometry');

  test('has what was built, and is no part of the repository', () => {
    expect(lstatSync(place).isSymbolicLink()).toBe(false);
    expect(readdirSync(place).toSorted()).toEqual(['LICENSE', 'README.md', 'api', 'dist', 'package.json', 'src']);
    expect(readdirSync(path.join(place, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('.test.'))).toEqual([]);
    // Sources have other extensions than what is built of them.
    const naming = readdirSync(path.join(place, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|d\.ts)$/.test(file) && /(?:\b(?:from|import) |\bimport\(|new URL\()["']\.[^"']*\.ts["']/.test(readFileSync(path.join(place, 'dist', file), 'utf8')));
    expect(naming).toEqual([]);
    const { sources } = z.object({ sources: z.array(z.string()) }).parse(JSON.parse(readFileSync(path.join(place, 'dist', 'threads', 'index.d.ts.map'), 'utf8')));
    expect(sources.map((source) => existsSync(path.join(place, 'dist', 'threads', source)))).toEqual([true]);
  });

  test('leaves the manifests of the sources behind as they were', () => {
    for (const name of ['contract', 'crs', 'geometry', 'formats']) {
      const [before, after] = [ROOT, path.join(folder, 'clone')].map((root) => readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'));
      expect(after).toBe(before);
    }
  });
});

/** Parsed once for all ways to compile. */
const read = new Map<string, ts.SourceFile | undefined>();

/** Checks the project as its own TypeScript would, strictly and with the declarations of the packages. */
function check(options: ts.CompilerOptions): string[] {
  const all: ts.CompilerOptions = {
    ...options,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [path.join(project, 'node_modules', '@types')],
  };
  const host = ts.createCompilerHost(all);
  const fromDisk = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version) => {
    const key = `${file} ${JSON.stringify(version)}`;
    if (!read.has(key)) read.set(key, fromDisk(file, version));
    return read.get(key);
  };
  const program = ts.createProgram(SOURCES, all, host);
  // Only ours: third-party declarations are not ours to check.
  const files = program.getSourceFiles().filter(({ fileName }) => !/\/node_modules\/(?!@geoinsights\/)/.test(fileName));
  expect(files.filter(({ fileName }) => fileName.includes('/node_modules/@geoinsights/')).length).toBeGreaterThan(20);
  const found = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])];
  const outside = files.map(({ fileName }) => fileName).filter((file) => file.startsWith(path.join(ROOT, 'packages')));
  return [...outside, ...found.map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)];
}

describe('programs that use the packages, the examples of the readmes among them', () => {
  test('are checked strictly, with modules of Node and of bundlers', () => {
    expect(check({ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler })).toEqual([]);
    expect(check({ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext })).toEqual([]);
  });

  describe.each([20, 22, 24])('under Node %i', (major) => {
    const node = findNode(major);

    test('repair what the readmes say', needs(node !== null, `there is no Node ${major}`), () => {
      const readme = readFileSync(path.join(project, 'node_modules', '@geoinsights', 'geometry', 'README.md'), 'utf8');
      const printed = [...readme.matchAll(/```text\n([^]*?)```/g)].map(([, text]) => text);
      expect(printed).toHaveLength(2);
      const all = run(node ?? '', ['all.js'], project);
      expect(all).toContain(printed.join(''));
      expect(all).toContain("kml farm: { 'self-intersection': 1 }\nwrote farm.kml\n");
      expect(readFileSync(path.join(project, 'repaired', 'farm.kml'), 'utf8')).toContain('<MultiGeometry>');
      expect(all).toContain(`${expectedOfWorkers()}\n`);
    });

    test('say what GeoPackage needs', needs(node !== null, `there is no Node ${major}`), () => {
      const open = (): string => run(node ?? '', ['--input-type=module', '--eval', "console.log((await (await import('@geoinsights/formats')).driverFor('geopackage')).format)"], project);
      if (major < 24) expect(open).toThrow(`GeoPackages are read and written with Node 24 or newer, and this is Node ${major}.`);
      else expect(open()).toBe('geopackage\n');
    });
  });
});

let words: string | null = null;

/** The description of a repair with workers, under the Node that runs the tests. */
function expectedOfWorkers(): string {
  words ??= run(process.execPath, ['node.js'], project).trim();
  expect(words).toMatch(/^the same with workers: \[\[0,0,/);
  return words;
}

describe('a page that uses the packages', needs(chromiumPath !== undefined, 'there is no Chromium'), () => {
  const dist = path.join(project, 'dist');
  let server: Server;

  beforeAll(async () => {
    await build({ root: project, configFile: false, logLevel: 'silent', build: { outDir: dist, minify: false } });
    server = createServer(({ url = '' }, answer) => {
      const file = path.join(dist, url === '/' ? 'index.html' : path.normalize(url));
      if (!existsSync(file)) answer.writeHead(404).end();
      else answer.writeHead(200, { 'content-type': file.endsWith('.html') ? 'text/html' : 'text/javascript' }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  test('repairs in workers what Node repairs, bit for bit', async () => {
    const address = server.address();
    const browser = await chromium.launch({ args: ['--no-sandbox'], ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }) });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`);
      await page.waitForFunction("document.title === 'done'");
      expect((await page.locator('body').innerText()).trim()).toBe(expectedOfWorkers());
      await page.setInputFiles('input', { name: 'fields.geojson', mimeType: 'application/json', buffer: Buffer.from('{"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}}]}') });
      await page.getByText('1 faults found, 1 features').waitFor();
    } finally {
      await browser.close();
    }
  });
});
