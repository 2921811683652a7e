// An older Node hands over to the one that npm has installed with the product. npm and npx find that one by themselves, but
// node_modules/.bin/geotools runs on the Node of the machine.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const WRONG_USAGE = 2;

/**
 * Runs the command line on the locked Node, with the same arguments and streams.
 * @param {string} main
 * @param {readonly string[]} args
 * @param {number} oldest
 * @returns {Promise<number>} its exit code
 */
export async function runWithLockedNode(main, args, oldest) {
  const node = lockedNode(main);
  if (node === null) {
    const advice = process.platform === 'darwin' ? 'Install a newer one.' : 'Run npm ci in the folder of the product, which brings one along, or install a newer one.';
    console.error(`geotools needs Node ${oldest} or newer, and this is Node ${process.versions.node}. ${advice}`);
    return WRONG_USAGE;
  }
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', main, ...args], { stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === null) return resolve(code ?? 0);
      // The parent process must see which signal ended the child.
      for (const each of SIGNALS) process.removeAllListeners(each);
      process.kill(process.pid, signal);
    });
  });
}

/**
 * @param {string} main
 * @returns {string | null} the locked Node; null if there is none for this machine
 */
function lockedNode(main) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = path.dirname(createRequire(main).resolve(`${name}/package.json`));
    const place = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(place) ? place : null;
  } catch {
    return null;
  }
}
