// Type-checks every workspace with its own tsconfigs, so that each part of it sees only the globals it may use. Projects are read and
// merged here, and checked by the native TypeScript: docs/decisions/0032-native-types-and-lint.md.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './prepare.mjs';

/** Inside the repository, since libraries are looked up from the location of a tsconfig. */
const merged = path.join(root, 'node_modules', '.cache', 'types', String(process.pid));
const compiler = path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
const projects = globSync(['{packages,apps}/*/tsconfig*.json', 'tsconfig.json'], { cwd: root }).sort().map((file) => path.join(root, file));

const configs = projects.flatMap(read);
mkdirSync(merged, { recursive: true });
const red = programsOf(configs).filter((program, index) => !isRight(program, path.join(merged, `tsconfig.${index}.json`)));
rmSync(merged, { recursive: true });
if (red.length === 0) console.log(`No type errors in ${configs.length} projects.`);
process.exit(red.length === 0 ? 0 : 1);

/** Fails for a project that cannot be read or has unknown options, since it would be checked with other options than it intends. */
function read(file) {
  const { options, fileNames, errors, projectReferences } = ts.getParsedCommandLineOfConfigFile(file, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail });
  errors.forEach(fail);
  // A tsconfig.json that only names the projects of its folder, for editors and the linter.
  if (fileNames.length === 0 && projectReferences !== undefined) return [];
  // A project without files would pass without checking anything.
  if (fileNames.length === 0) fail({ messageText: `${path.relative(root, file)} has no files.` });
  return [{ file, options, fileNames }];
}

/** Projects with identical options see the same globals: TypeScript checks them as one program, and so checks shared types once. */
function programsOf(configs) {
  const programs = new Map();
  for (const { file, options, fileNames } of configs) {
    const key = JSON.stringify({ ...options, configFilePath: null, pathsBasePath: null });
    const { file: first, fileNames: others } = programs.get(key) ?? { file, fileNames: [] };
    programs.set(key, { file: first, fileNames: [...others, ...fileNames] });
  }
  return [...programs.values()];
}

/** Prints what is wrong. */
function isRight({ file, fileNames }, config) {
  writeFileSync(config, JSON.stringify({ extends: file, files: fileNames, include: [], exclude: [] }));
  // Each checker computes the types that it needs by itself: several take more CPU than they save in time. So does garbage
  // collection, since there is little garbage before the end.
  const { status } = spawnSync(process.execPath, [compiler, '-p', config, '--noEmit', '--checkers', '1', '--pretty'], { cwd: root, stdio: 'inherit', env: { ...process.env, GOGC: '400' } });
  return status === 0;
}

function fail({ messageText }) {
  console.error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  process.exit(1);
}
