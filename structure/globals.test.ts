import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT, sourceFiles } from './imports.ts';
import { ROOMS, type Machine } from './rooms.ts';

interface Project {
  readonly file: string;
  readonly config: ts.ParsedCommandLine;
}

const CONFIGS: readonly Project[] = globSync(['{packages,apps}/*/tsconfig*.json', 'tsconfig.json'], { cwd: ROOT }).sort().map((file) => {
  const config = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, file), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined });
  if (config === undefined) throw new Error(`${file} cannot be read`);
  return { file, config };
});
/** The projects that `npm run types` checks. */
const PROJECTS = CONFIGS.filter(({ config }) => config.projectReferences === undefined);

/** Everything written in TypeScript, tests included. */
const FILES = globSync(['{packages,apps,e2e,testing,structure}/**/*.{ts,tsx}', '*.config.ts'], { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === 'dist' }).map((file) => file.replaceAll('\\', '/'));

const isOf = (file: string, { config }: Project): boolean => config.fileNames.includes(path.join(ROOT, file));

/** Files of the room that are bound to Node or the browser. */
const PARTS = ROOMS.flatMap(({ folder, machine, exceptions = [] }) => {
  const special = new Map(exceptions.flatMap((each) => each.files.flatMap((pattern) => globSync(`${folder}/${pattern}`, { cwd: ROOT })).map((file): [string, Machine] => [file, each.machine])));
  const files = sourceFiles().filter((file) => file.startsWith(`${folder}/src/`));
  return (['Node', 'browser', 'neither'] as const).map((each) => ({ folder, machine: each, files: files.filter((file) => (special.get(file) ?? machine) === each) })).filter(({ files: own }) => own.length > 0);
});

const NAMES = { Node: ['process', 'Buffer', 'setImmediate', '__dirname'], browser: ['document', 'window', 'history', 'HTMLElement'] } as const;
const PROBE = [...NAMES.Node, ...NAMES.browser].map((name) => `export const of_${name}: unknown = ${name};`).join('\n') + "\nexport * from 'node:fs';\n";

/** Sources and declarations, parsed once for all projects. */
const read = new Map<string, ts.SourceFile | undefined>();
// Files share a process: with these 700 MB in it, each collection of the whole heap takes a second, in every file that follows.
afterAll(() => read.clear());

/** Of a module only what it imports and refers to, as nothing else of it is seen from outside; all of what declares something globally. */
function withoutCode(file: string, text: string): string {
  if (!/^\s*(import|export)\b/m.test(text) || /\bdeclare\s+(global|module)\b|\bexport\s+as\s+namespace\b/.test(text)) return text;
  const { importedFiles, referencedFiles, typeReferenceDirectives, libReferenceDirectives } = ts.preProcessFile(text);
  const references = [[referencedFiles, 'path'], [typeReferenceDirectives, 'types'], [libReferenceDirectives, 'lib']] as const;
  // Each .tsx file imports this, unsaid.
  const unsaid = file.endsWith('.tsx') ? ["import 'react/jsx-runtime';"] : [];
  return [
    ...references.flatMap(([files, kind]) => files.map(({ fileName }) => `/// <reference ${kind}=${JSON.stringify(fileName)} />`)),
    ...importedFiles.map(({ fileName }) => `import ${JSON.stringify(fileName)};`),
    ...unsaid,
    'export {};',
  ].join('\n');
}

/** The names that a file next to `neighbour` may not use in the project. */
function unknownNames({ config }: Project, neighbour: string): string[] {
  const probe = path.join(ROOT, path.dirname(neighbour), 'probe-of-the-test.ts');
  const host = ts.createCompilerHost(config.options);
  host.fileExists = (file) => file === probe || ts.sys.fileExists(file);
  host.getSourceFile = (file, version) => {
    if (file === probe) return ts.createSourceFile(file, PROBE, version, true);
    const key = `${file} ${JSON.stringify(version)}`;
    if (!read.has(key)) read.set(key, ts.sys.fileExists(file) ? ts.createSourceFile(file, withoutCode(file, readFileSync(file, 'utf8')), version) : undefined);
    return read.get(key);
  };
  // With all of the project's files, since one of them may bring in types of another machine.
  const program = ts.createProgram([...config.fileNames, probe], config.options, host);
  const messages = program.getSemanticDiagnostics(program.getSourceFile(probe)).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  return [...NAMES.Node, ...NAMES.browser, 'node:fs'].filter((name) => messages.some((message) => message.includes(`'${name}'`)));
}

describe('the configurations that are type-checked', () => {
  test('include every file once', () => {
    const wrong = FILES.map((file) => ({ file, projects: PROJECTS.filter((project) => isOf(file, project)).map((project) => project.file) }));
    expect(wrong.filter(({ projects }) => projects.length !== 1)).toEqual([]);
  });

  // The linter has no types for a file that belongs to no tsconfig it finds, and does not report that.
  test('are found from the tsconfig.json beside them, where editors and the linter look', () => {
    const folders = Map.groupBy(CONFIGS, ({ file }) => path.dirname(file));
    for (const [folder, configs] of folders) {
      const [named] = configs.filter(({ file }) => path.basename(file) === 'tsconfig.json');
      const others = configs.filter((each) => each !== named).map(({ file }) => path.join(ROOT, file));
      expect((named.config.projectReferences ?? []).map((each) => each.path).sort(), folder).toEqual(others);
      expect(named.config.fileNames.length > 0, folder).toBe(others.length === 0);
    }
  });

  test.each(PARTS)('check $folder with the types of its machine: $machine', ({ machine, files }) => {
    const [neighbour] = files;
    const [project, ...others] = PROJECTS.filter((each) => isOf(neighbour, each));
    expect(others).toEqual([]);
    expect(files.filter((file) => !isOf(file, project)), 'files that another project has').toEqual([]);
    const refused = [...(machine === 'Node' ? [] : NAMES.Node), ...(machine === 'browser' ? [] : NAMES.browser), ...(machine === 'Node' ? [] : ['node:fs'])];
    expect(unknownNames(project, neighbour)).toEqual(refused);
  });
});
