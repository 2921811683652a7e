import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
/** The server as people start it. */
export const PRODUCT = path.join(ROOT, 'apps', 'server', 'src', 'main.ts');
/** The server as it is started by itself, with the tools of the tests. */
const START = path.join(ROOT, 'apps', 'server', 'test', 'start.fixture.ts');
const POSTGRES = path.join(ROOT, 'scripts', 'throwaway-postgres.mjs');
const S3 = path.join(ROOT, 'scripts', 'throwaway-s3.mjs');
const NGINX_SETTINGS = path.join(ROOT, 'deploy', 'nginx', 'geoinsights.conf');

export type Role = 'api' | 'worker';

/** A server of ours in a process of its own, which can be killed and started again on the same port and folder. */
export class ClusterNode {
  readonly role: Role;
  readonly name: string;
  readonly port: number;
  readonly #program: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(name: string, role: Role, port: number, program: string, environment: Readonly<Record<string, string>>) {
    this.name = name;
    this.role = role;
    this.port = port;
    this.#program = program;
    this.#environment = environment;
  }

  get address(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** What it has printed since it was started the first time. */
  get output(): string {
    return this.#output;
  }

  /** Of the server, null while it does not run. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Returns when it listens. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', this.#program], {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...this.#environment, ROLE: this.role, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        this.#output = (this.#output + chunk.toString()).slice(-100_000);
      });
    }
    while (!said.includes(this.address)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${this.name} has ended: ${said}`);
      await pause(20);
    }
  }

  /** SIGKILL and SIGTERM return when the process is gone. */
  async signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    if (signal === 'SIGKILL' || signal === 'SIGTERM') await ended;
  }
}

export interface ClusterSettings {
  readonly apis: number;
  readonly workers: number;
  /** Path of nginx; without one, calls go to the first API node. */
  readonly nginx: string | null;
  /** Servers that run already; by default the cluster has its own, which can be struck too. */
  readonly services?: { readonly databaseUrl: string; readonly storage: Readonly<Record<string, string>> };
  /** Of every node. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What each node runs; the server with the tools of the tests by default. */
  readonly program?: string;
}

/** API nodes and workers on one PostgreSQL and one S3 server, behind nginx, all of it on this machine. */
export class Cluster {
  readonly nodes: readonly ClusterNode[];
  /** Where visitors ask. */
  readonly address: string;
  readonly databaseUrl: string;
  readonly #postgres: Throwaway | null;
  readonly #s3: Throwaway | null;
  readonly #nginx: ChildProcess | null;
  readonly #folder: string;

  private constructor(parts: { nodes: readonly ClusterNode[]; address: string; databaseUrl: string; postgres: Throwaway | null; s3: Throwaway | null; nginx: ChildProcess | null; folder: string }) {
    this.nodes = parts.nodes;
    this.address = parts.address;
    this.databaseUrl = parts.databaseUrl;
    this.#postgres = parts.postgres;
    this.#s3 = parts.s3;
    this.#nginx = parts.nginx;
    this.#folder = parts.folder;
  }

  static async start({ apis, workers, nginx, services, environment = {}, program = START }: ClusterSettings): Promise<Cluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-cluster-'));
    // What is acknowledged has to survive a crash of PostgreSQL.
    const postgres = services === undefined ? new Throwaway(POSTGRES, ['synchronous_commit=on']) : null;
    const s3 = services === undefined ? new Throwaway(S3, []) : null;
    const databaseUrl = services?.databaseUrl ?? (await postgres?.line()) ?? '';
    const storage = services?.storage ?? stringsOf(JSON.parse((await s3?.line()) ?? ''));
    // One hand each, so that kills meet tasks; more attempts than usual, since they come far more often than in life.
    const common = { DATABASE_URL: databaseUrl, ...storage, LOG_LEVEL: 'error', TASK_CONCURRENCY: '1', TASK_LEASE_SECONDS: '2', TASK_IDLE_RUNNERS: '0', TASK_ATTEMPTS: '20', ...environment };
    const names: (readonly [Role, number])[] = [...numbers(apis).map((number) => ['api', number] as const), ...numbers(workers).map((number) => ['worker', number] as const)];
    const nodes: ClusterNode[] = [];
    for (const [role, number] of names) nodes.push(new ClusterNode(`${role}-${String(number)}`, role, await freePort(), program, { ...common, DATA_DIR: path.join(folder, `${role}-${String(number)}`) }));
    await Promise.all(nodes.map((node) => node.start()));
    const port = await freePort();
    const [first] = nodes;
    const proxy = nginx === null ? null : startNginx(nginx, path.join(folder, 'nginx'), port, nodes);
    const address = proxy === null ? first.address : `http://127.0.0.1:${String(port)}`;
    return new Cluster({ nodes, address, databaseUrl, postgres, s3, nginx: proxy, folder });
  }

  of(role: Role): readonly ClusterNode[] {
    return this.nodes.filter((node) => node.role === role);
  }

  async tellPostgres(what: 'stop' | 'kill' | 'start'): Promise<void> {
    await this.#postgres?.tell(what);
  }

  /** A process that is stopped so answers nobody, and closes nothing either. */
  signalS3(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#s3?.signalAll(signal);
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.signal('SIGKILL')));
    this.#nginx?.kill('SIGTERM');
    await Promise.all([this.#postgres?.end(), this.#s3?.end()]);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One of the servers that the scripts start for tests: it says one line when it is ready and ends with its input. */
class Throwaway {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #lines: string[] = [];

  constructor(script: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, [script, ...args], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#lines.push(...chunk.toString().split('\n').filter(Boolean)));
  }

  /** The next line that it says. */
  async line(): Promise<string> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) return line;
      if (this.#child.exitCode !== null) throw new Error('A server that the tests need has ended.');
      await pause(20);
    }
  }

  async tell(what: string): Promise<void> {
    this.#child.stdin?.write(`${what}\n`);
    await this.line();
  }

  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal);
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }
}

/** The proxy as it is deployed, but for the nodes and ports. */
function startNginx(program: string, folder: string, port: number, nodes: readonly ClusterNode[]): ChildProcess {
  mkdirSync(folder);
  const servers = nodes.filter(({ role }) => role === 'api').map((node) => `    server 127.0.0.1:${String(node.port)} max_fails=1 fail_timeout=2s;\n`);
  const deployed = readFileSync(NGINX_SETTINGS, 'utf8').replace(/( {4}server api-\S+ [^\n]*\n)+/, servers.join('')).replace('listen 80;', `listen 127.0.0.1:${String(port)};`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
  const settings = `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nworker_processes 1;\nevents { worker_connections 2048; }\nhttp {\naccess_log off;\n${folders}\n${deployed}\n}\n`;
  writeFileSync(path.join(folder, 'nginx.conf'), settings);
  return spawn(program, ['-e', path.join(folder, 'error.log'), '-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'inherit' });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function stringsOf(settings: unknown): Record<string, string> {
  if (typeof settings !== 'object' || settings === null) throw new Error('The S3 server has not said its settings.');
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
}

/** It may be taken by another program a moment later. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
