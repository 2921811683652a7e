// npm start: everything on embedded defaults, from a bare clone. PORT, HOST and DATA_DIR may be set.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureStartable, root, runtime } from './prepare.mjs';

/** How often to check whether npm is still there. */
const LOOK_MILLISECONDS = 500;

// Determined first: whoever sees the server running may end npm at once, and afterwards there is no way to tell who it was.
const npm = process.env.npm_lifecycle_event === 'start' && process.platform !== 'win32' ? findNpm() : null;

ensureStartable();

// Node caches compiled code there, which makes the next start and every task begin faster.
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'node-compile');
const server = spawn(runtime(), ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'], {
  cwd: root,
  // The channel closes when this process is gone in whatever way, and then the server stops.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_COMPILE_CACHE },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
if (npm !== null) stopWith(npm);

/** The shell that runs this script, which ends with npm, and npm itself. */
function findNpm() {
  const shell = process.ppid;
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(shell)], { encoding: 'utf8' });
  const [, grandparent, name] = /^\s*(\d+)\s+(.*?)\s*$/.exec(stdout ?? '') ?? [];
  // If the shell replaced itself with this script, the parent is npm itself.
  return { shell, pid: name === 'sh' ? Number(grandparent) : shell };
}

/** npm passes a signal to the shell that runs this script, and the shell may die of it without notifying this script. */
function stopWith({ shell, pid }) {
  setInterval(() => {
    if (process.ppid !== shell || !isAlive(pid)) server.kill('SIGTERM');
  }, LOOK_MILLISECONDS).unref();
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another account is alive.
    return error.code === 'EPERM';
  }
}
