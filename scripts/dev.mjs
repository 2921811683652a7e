// npm run dev: the server restarts and the page reloads as sources change. The site's address is the one Vite prints.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePort, isTaken } from './free-port.ts';
import { ensureInstalled, root, runtime } from './prepare.mjs';

ensureInstalled();
const node = runtime();
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
// Whoever sets a port means it; else the server of another clone may have the usual one. Vite looks for a port of its own.
const PORT = process.env.PORT ?? ((await isTaken(3000)) ? String(await freePort()) : '3000');
const env = { ...process.env, PORT };
const children = [
  spawn(node, ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'scripts/dev-server.mjs'], { cwd: root, stdio: 'inherit', env }),
  spawn(node, [vite], { cwd: path.join(root, 'apps', 'web'), stdio: 'inherit', env }),
];
const stopAll = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll);
for (const child of children) child.on('exit', stopAll);
