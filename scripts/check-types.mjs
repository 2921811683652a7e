// Type-checks every workspace with its own tsconfigs, so that each part of it sees only the globals it may use. Projects are read and
// brought together here; the native TypeScript checks them: docs/decisions/0032-native-types-and-lint.md.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './prepare.mjs';

/** Within the repository, since libraries are looked for from where a tsconfig stands. */
const merged = path.join(root, 'node_modules', '.cache', 'types', String(process.pid));
const compiler = path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
const projects = globSync(['{packages,apps}/*/tsconfig*.json', 'tsconfig.json'], { cwd: root }).sort().map((file) => path.join(root, file));

const configs = projects.flatMap(read);
mkdirSync(merged, { recursive: true });
const red = programsOf(configs).filter((program, index) => !isRight(program, path.join(merged, `tsconfig.${index}.json`)));
rmSync(merged, { recursive: true });
if (red.length === 0) console.log(`No type errors in ${configs.length} projects.`);
process.exit(red.length === 0 ? 0 : 1);

/** A project that cannot be read, or says something that TypeScript does not know, would be checked as if it said something else. */
function read(file) {
  const { options, fileNames, errors, projectReferences } = ts.getParsedCommandLineOfConfigFile(file, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail });
  errors.forEach(fail);
  // Names the projects of its folder for editors and the linter, which look for a tsconfig.json.
  if (fileNames.length === 0 && projectReferences !== undefined) return [];
  // A project that lists nothing would pass without a look at anything.
  if (fileNames.length === 0) fail({ messageText: `${path.relative(root, file)} has no files.` });
  return [{ file, options, fileNames }];
}

/** Projects with the very same options see the same globals: TypeScript looks at them as one, and at the types that one has of another once. */
function programsOf(configs) {
  const programs = new Map();
  for (const { file, options, fileNames } of configs) {
    const key = JSON.stringify({ ...options, configFilePath: null, pathsBasePath: null });
    const { file: first, fileNames: others } = programs.get(key) ?? { file, fileNames: [] };
    programs.set(key, { file: first, fileNames: [...others, ...fileNames] });
  }
  return [...programs.values()];
}

/** Prints what is not right. */
function isRight({ file, fileNames }, config) {
  writeFileSync(config, JSON.stringify({ extends: file, files: fileNames, include: [], exclude: [] }));
  // Each checker works out the types that it needs for itself: several take more of the processor than they save of the clock. So does
  // collecting what is no longer used, of which there is little before the end.
  const { status } = spawnSync(process.execPath, [compiler, '-p', config, '--noEmit', '--checkers', '1', '--pretty'], { cwd: root, stdio: 'inherit', env: { ...process.env, GOGC: '400' } });
  return status === 0;
}

function fail({ messageText }) {
  console.error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  process.exit(1);
}
