// npm start: everything on embedded defaults, from a bare clone. PORT, HOST and DATA_DIR may be set.
import { spawn } from 'node:child_process';
import { ensureInstalled, ensureSiteBuilt, root, runtime } from './prepare.mjs';

ensureInstalled();
ensureSiteBuilt();

const server = spawn(runtime(), ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
