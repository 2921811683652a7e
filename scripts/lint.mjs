// Both linters: the native one for everything it supports, ESLint for React's own rules for hooks.
import { spawnSync } from 'node:child_process';
import { root, runtime } from './prepare.mjs';

const LINTERS = [
  ['node_modules/oxlint/bin/oxlint'],
  ['node_modules/eslint/bin/eslint.js', 'apps/web', '--max-warnings', '0'],
];

// Garbage collection would cost the native linter more CPU than it gains.
const environment = { ...process.env, GOGC: '400' };
const red = LINTERS.filter((args) => spawnSync(runtime(), args, { cwd: root, stdio: 'inherit', env: environment }).status !== 0);
process.exit(red.length === 0 ? 0 : 1);
