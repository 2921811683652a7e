// Compiles the sources of packages to JavaScript and declarations. Separate from its caller, since the compiler takes long to load.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root, sourceOfEntries } from './library-packages.mjs';

/** What Node 20 supports. Using a name from a later edition fails the build. */
const EDITION = { target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts', 'lib.es2024.string.d.ts', 'lib.dom.d.ts'] };

/** Exits the process if they contain an error. */
export function compilePackages(sources, names) {
  const base = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.node.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => fail([problem]) });
  const program = ts.createProgram(sources, {
    ...base.options,
    ...EDITION,
    noEmit: false,
    declaration: true,
    declarationMap: true,
    sourceMap: true,
    rewriteRelativeImportExtensions: true,
    noEmitOnError: true,
    rootDir: path.join(root, 'packages'),
    // Only tells the compiler where files go; each is put into the folder of its package below.
    outDir: path.join(root, 'packages'),
    paths: Object.fromEntries(Object.entries(sourceOfEntries(names)).map(([entry, file]) => [entry, [file]])),
  });
  const { diagnostics } = program.emit(undefined, writeBuilt, undefined, false, { before: [builtAddresses], afterDeclarations: [builtSpecifiers] });
  const problems = ts.sortAndDeduplicateDiagnostics([...ts.getPreEmitDiagnostics(program), ...diagnostics]);
  if (problems.length > 0) fail(problems);
}

/** Moves the compiler's output next to a source into `dist`. */
function writeBuilt(file, text) {
  const [, folder, inside] = /^(.*\/packages\/[^/]+)\/src\/(.*)$/.exec(file.replaceAll('\\', '/')) ?? [];
  if (folder === undefined) throw new Error(`${file} is of no package`);
  const place = path.join(folder, 'dist', inside);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, file.endsWith('.map') ? movedMap(text, path.dirname(file), path.dirname(place)) : text);
}

/** A source map moved from one folder to another. */
function movedMap(text, from, to) {
  const map = JSON.parse(text);
  const sources = map.sources.map((source) => path.relative(to, path.resolve(from, source)).replaceAll('\\', '/'));
  return JSON.stringify({ ...map, sources });
}

/** `new URL('./thread.ts', import.meta.url)` must name a built file in the output. */
function builtAddresses(context) {
  const visit = (node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'URL' && node.arguments?.[1]?.getText() === 'import.meta.url' && ts.isStringLiteral(node.arguments[0])) {
      const [address, ...rest] = node.arguments;
      return ts.factory.updateNewExpression(node, node.expression, node.typeArguments, [ts.factory.createStringLiteral(asBuilt(address.text), true), ...rest]);
    }
    return ts.visitEachChild(node, visit, context);
  };
  return (file) => ts.visitNode(file, visit);
}

/** Declarations import each other with the extension of sources, which the compiler rewrites only in JavaScript. */
function builtSpecifiers(context) {
  const visit = (node) => (ts.isStringLiteral(node) && isSpecifier(node) ? ts.factory.createStringLiteral(asBuilt(node.text), true) : ts.visitEachChild(node, visit, context));
  return (file) => ts.visitNode(file, visit);
}

function isSpecifier({ parent }) {
  return parent !== undefined && (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || (ts.isLiteralTypeNode(parent) && parent.parent !== undefined && ts.isImportTypeNode(parent.parent)));
}

function asBuilt(address) {
  return address.startsWith('.') ? address.replace(/\.ts$/, '.js') : address;
}

function fail(problems) {
  const format = { getCanonicalFileName: (file) => file, getCurrentDirectory: () => root, getNewLine: () => ts.sys.newLine };
  console.error(ts.formatDiagnosticsWithColorAndContext(problems, format));
  process.exit(1);
}
