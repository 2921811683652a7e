// npm run dev: the server restarts and the page reloads as sources change. The site's address is the one Vite prints.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root, runtime } from './prepare.mjs';

ensureInstalled();
const node = runtime();
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const children = [
  spawn(node, ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(node, [vite], { cwd: path.join(root, 'apps', 'web'), stdio: 'inherit' }),
];
const stopAll = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll);
for (const child of children) child.on('exit', stopAll);
