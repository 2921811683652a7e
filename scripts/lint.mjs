// The native linter; its rules are in oxlint.config.ts.
import { spawnSync } from 'node:child_process';
import { root, runtime } from './prepare.mjs';

// Garbage collection would cost it more CPU than it gains.
const { status } = spawnSync(runtime(), ['node_modules/oxlint/bin/oxlint'], { cwd: root, stdio: 'inherit', env: { ...process.env, GOGC: '400' } });
process.exit(status === 0 ? 0 : 1);
