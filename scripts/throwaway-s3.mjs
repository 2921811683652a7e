// An S3 server for tests: OpenStack Swift with its S3 interface, as packaged by Debian, in a temporary folder, on free ports of this machine,
// with its own key and one empty bucket. It prints the settings for our server (S3_ENDPOINT and so on) as one line of JSON when it is
// ready. It ends and leaves nothing behind when its standard input closes. An address on the command line replaces
// 127.0.0.1: that of a network made by a test.
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findSwift } from './foreign-programs.mjs';
import { freePort } from './free-port.ts';

const REGION = 'us-east-1';
const BUCKET = 'geoinsights';
const HOST = process.argv.at(2) ?? '127.0.0.1';
const SERVERS = ['account', 'container', 'object', 'proxy'];
/** A free port may be taken a moment later. */
const ATTEMPTS = 5;
const LONGEST_START_MILLISECONDS = 60_000;
const LAUNCHER = path.join(import.meta.dirname, 'throwaway-s3.py');

const swift = findSwift();
if (swift === null) stopWith('There is no OpenStack Swift here, nor can its packages be had. On Debian: apt-get install swift-proxy swift-account swift-container swift-object');

const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-s3-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const [account, user, secret] = ['geoinsights', 'tester', randomBytes(24).toString('hex')];

let servers = null;
let ends = false;
for (const event of ['end', 'close']) process.stdin.on(event, end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
process.stdin.resume();

for (let attempt = 1; ; attempt++) {
  const ports = Object.fromEntries(await Promise.all(SERVERS.map(async (name) => [name, await freePort()])));
  writeSettings(ports);
  const refusal = await start(ports);
  if (refusal === null) {
    const settings = { S3_ENDPOINT: `http://${HOST}:${ports.proxy}`, S3_REGION: REGION, S3_BUCKET: BUCKET, S3_ACCESS_KEY_ID: `${account}:${user}`, S3_SECRET_ACCESS_KEY: secret };
    await makeBucket(settings);
    console.log(JSON.stringify(settings));
    break;
  }
  if (attempt === ATTEMPTS) stopWith(`Swift does not start: ${refusal}`);
}

/** One of each server, one copy of everything, no memcached (throwaway-s3.py has a cache): anything that only matters for speed on many machines is left out. */
function writeSettings(ports) {
  const common = (port) => `[DEFAULT]
bind_ip = ${HOST}
bind_port = ${port}
workers = 0
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
fallocate_reserve = 0
user = ${userInfo().username}
`;
  mkdirSync(path.join(folder, 'devices', 'disk'), { recursive: true });
  write('swift.conf', `[swift-hash]\nswift_hash_path_suffix = ${randomBytes(8).toString('hex')}\n[storage-policy:0]\nname = one\ndefault = yes\n`);
  for (const name of SERVERS.slice(0, 3)) write(`${name}.conf`, `${common(ports[name])}[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`);
  write(
    'proxy.conf',
    `${common(ports.proxy)}[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
paste.filter_factory = __main__:cache_factory
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${user} = ${secret} .admin
[filter:slo]
use = egg:swift#slo
`,
  );
  write('ports.json', JSON.stringify({ host: HOST, ports }));
}

/** One of these contains the secret. */
function write(name, text) {
  writeFileSync(path.join(folder, name), text, { mode: 0o600 });
}

/** @returns null once all four accept connections, else what they printed before they ended. */
async function start(ports) {
  const child = spawn('/usr/bin/python3', [LAUNCHER, folder], { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...swift }, stdio: ['pipe', 'ignore', 'pipe'] });
  servers = child;
  let said = '';
  let hasEnded = false;
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-4000)));
  child.on('error', (error) => (said += error.message));
  child.on('close', (code) => {
    hasEnded = true;
    servers = null;
    if (ends) process.exit(0);
    if (isReady) stopWith(`Swift ended (${code}). ${said}`);
  });
  let isReady = false;
  const deadline = performance.now() + LONGEST_START_MILLISECONDS;
  while (!hasEnded && performance.now() < deadline) {
    isReady = (await Promise.all(SERVERS.map((name) => answers(ports[name])))).every(Boolean);
    if (isReady) return null;
    await pause(50);
  }
  child.stdin.end();
  return said;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function makeBucket(settings) {
  const credentials = { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint: settings.S3_ENDPOINT, region: REGION, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}

/** Immediately, since its folder is deleted, too. */
function end() {
  ends = true;
  if (servers === null) process.exit(0);
  servers.stdin.end();
}

function stopWith(sentence) {
  console.error(sentence);
  process.exit(1);
}
