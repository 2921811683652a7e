// A PostgreSQL server for tests: in a temporary folder, on a free port, with a password of its own. It prints its address as one
// line when it is ready. It ends and leaves nothing behind when its standard input closes; the system closes it
// however the starting program ends. The lines "stop" (as an operator stops it), "kill" (as a crash does) and "start" on its
// standard input do so, and are answered by the same word when done.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findPostgres } from './foreign-programs.mjs';
import { freePort } from './free-port.ts';

const USER = 'geoinsights';
/** A free port may be taken a moment later. */
const ATTEMPTS = 5;
/**
 * Most tests do not need writes to survive a crash. Settings on the command line come last: with synchronous_commit=on writes survive
 * a crash of the server, though not of this machine.
 */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...process.argv.slice(2)];

const programs = findPostgres();
if (programs === null) stopWith('There is no PostgreSQL here (initdb). On Debian: apt-get install postgresql');

const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-postgres-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const account = unprivilegedAccount();
const data = path.join(folder, 'data');
const passwordFile = path.join(folder, 'password');
const password = randomBytes(24).toString('hex');
mkdirSync(data, { mode: 0o700 });
writeFileSync(passwordFile, password, { mode: 0o600 });
if (account !== null) for (const place of [folder, data, passwordFile]) chownSync(place, account.uid, account.gid);
// A wrong clock, for tests that want one.
const clock = Object.fromEntries(Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')));
const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', ...clock }, ...account };

const made = spawnSync(path.join(programs, 'initdb'), ['-D', data, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--no-sync'], {
  ...options,
  encoding: 'utf8',
});
if (made.status !== 0) stopWith(`initdb failed: ${made.stderr}`);
// For callers that set listen_addresses: a network made by a test.
appendFileSync(path.join(data, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n');

/** The running server, even while it does not accept connections yet. */
let server = null;
let ends = false;
for (const event of ['end', 'close']) process.stdin.on(event, end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
let isToStop = false;

for (let attempt = 1; ; attempt++) {
  const port = await freePort();
  const refusal = await start(port);
  if (refusal === null) {
    console.log(`postgres://${USER}:${password}@127.0.0.1:${port}/postgres`);
    await obey(port);
    break;
  }
  if (attempt === ATTEMPTS) stopWith(`PostgreSQL does not start: ${refusal}`);
}

/** Executes the lines on standard input until it closes. */
async function obey(port) {
  for await (const line of createInterface({ input: process.stdin })) {
    isToStop = line !== 'start';
    if (line === 'start') {
      const refusal = await start(port);
      if (refusal !== null) stopWith(`PostgreSQL does not start again: ${refusal}`);
    } else {
      const gone = once(server, 'exit');
      server.kill(line === 'kill' ? 'SIGQUIT' : 'SIGINT');
      await gone;
    }
    console.log(line);
  }
}

/** @returns null once it accepts connections, else what it printed before it ended. */
function start(port) {
  const child = spawn(path.join(programs, 'postgres'), ['-D', data, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = child;
  let isReady = false;
  let said = '';
  return new Promise((resolve) => {
    child.stderr.on('data', (chunk) => {
      // Later output is still consumed, so that the server never blocks on a full pipe.
      if (isReady) return;
      said += String(chunk);
      isReady = said.includes('ready to accept connections');
      if (isReady) resolve(null);
    });
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => {
      server = null;
      if (ends) process.exit(0);
      if (isReady && !isToStop) stopWith(`PostgreSQL ended (${signal ?? code}).`);
      resolve(said);
    });
  });
}

/** Immediately, since its folder is deleted, too. */
function end() {
  ends = true;
  if (server === null) process.exit(0);
  server.kill('SIGQUIT');
}

/** PostgreSQL refuses to run as root: use the account that Debian creates for it, else the one that owns nothing. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(spawnSync('id', [which, name], { encoding: 'utf8' }).stdout.trim() || NaN));
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  return stopWith('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.');
}

function stopWith(sentence) {
  console.error(sentence);
  process.exit(1);
}
