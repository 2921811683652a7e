// npm start: everything on embedded defaults, from a bare clone. PORT, HOST and DATA_DIR may be set.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, ensureSiteBuilt, root, runtime } from './prepare.mjs';

ensureInstalled();
ensureSiteBuilt();

// Node keeps compiled code there, which makes the next start and every task begin sooner.
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'node-compile');
const server = spawn(runtime(), ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
