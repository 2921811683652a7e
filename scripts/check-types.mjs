// Type-checks every workspace with its own tsconfig, so that a package sees only the globals it may use.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const projects = ['packages', 'apps']
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)))
  .filter((project) => existsSync(path.join(root, project, 'tsconfig.json')))
  .concat('.');

let failed = false;
for (const project of projects) {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // What was checked before and has not changed since is not checked again.
  const known = path.join(root, 'node_modules', '.cache', 'types', `${project.replaceAll(path.sep, '-')}.tsbuildinfo`);
  const { status } = spawnSync(process.execPath, [tsc, '-p', project, '--incremental', '--tsBuildInfoFile', known], { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
