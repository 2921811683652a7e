// npm run dev: the server restarts and the page reloads as sources change. Vite prints the site's address.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePort, isTaken } from './free-port.ts';
import { ensureInstalled, root, runtime } from './prepare.mjs';

ensureInstalled();
const node = runtime();
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
// An explicitly set port is used as is; otherwise the server of another clone may have the default one. Vite finds a port by itself.
const PORT = process.env.PORT ?? ((await isTaken(3000)) ? String(await freePort()) : '3000');
const env = { ...process.env, PORT };
const children = [
  spawn(node, ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'scripts/dev-server.mjs'], { cwd: root, stdio: 'inherit', env }),
  spawn(node, [vite], { cwd: path.join(root, 'apps', 'web'), stdio: 'inherit', env }),
];
const stopAll = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll);
for (const child of children) child.on('exit', stopAll);
