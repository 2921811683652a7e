import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, isTaken } from '../../scripts/free-port.ts';
import { ClusterNode } from './cluster-node.ts';
import type { Role } from './cluster-node.ts';
import { startFaultyWay } from './faulty-way.ts';
import type { FaultyWay, Way } from './faulty-way.ts';
import { LOOPBACK } from './network.ts';
import type { Network, Place } from './network.ts';
import { Throwaway } from './throwaway.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const POSTGRES = path.join(ROOT, 'scripts', 'throwaway-postgres.mjs');
const S3 = path.join(ROOT, 'scripts', 'throwaway-s3.mjs');
const NGINX_SETTINGS = path.join(ROOT, 'deploy', 'nginx', 'geoinsights.conf');

export interface ClusterSettings {
  readonly apis: number;
  readonly workers: number;
  /** Path of nginx; without one, calls go to the first API node. */
  readonly nginx: string | null;
  /** Servers already running; by default the cluster has its own, which can be struck, too. */
  readonly services?: { readonly databaseUrl: string; readonly storage: Readonly<Record<string, string>> };
  /** For every node. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The program of each node; by default the server with the tools of the tests. */
  readonly program?: string;
  /** For single nodes, by name. */
  readonly environments?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** For the cluster's own PostgreSQL and S3 servers. */
  readonly serviceEnvironments?: { readonly postgres?: Readonly<Record<string, string>> };
  /** Whether calls to S3 go through a relay that can be made to fail: `s3Way`. */
  readonly hasFaultyS3?: boolean;
  /** The network between nodes (`api-1`, `worker-1` …), `postgres` and `s3`. */
  readonly network?: Network;
}

/** API nodes and workers on one PostgreSQL and one S3 server, behind nginx, all on this machine. */
export class Cluster {
  readonly nodes: readonly ClusterNode[];
  /** The address for visitors. */
  readonly address: string;
  readonly databaseUrl: string;
  readonly #postgres: Throwaway | null;
  readonly #s3: Throwaway | null;
  readonly #s3Way: FaultyWay | null;
  readonly #nginx: ChildProcess | null;
  readonly #folder: string;

  private constructor(parts: { nodes: readonly ClusterNode[]; address: string; databaseUrl: string; postgres: Throwaway | null; s3: Throwaway | null; s3Way: FaultyWay | null; nginx: ChildProcess | null; folder: string }) {
    this.nodes = parts.nodes;
    this.address = parts.address;
    this.databaseUrl = parts.databaseUrl;
    this.#postgres = parts.postgres;
    this.#s3 = parts.s3;
    this.#s3Way = parts.s3Way;
    this.#nginx = parts.nginx;
    this.#folder = parts.folder;
  }

  static async start({ apis, workers, nginx, services, environment = {}, environments = {}, serviceEnvironments = {}, hasFaultyS3 = false, network = LOOPBACK, program }: ClusterSettings): Promise<Cluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-cluster-'));
    const [postgresPlace, s3Place] = [await network.place('postgres'), await network.place('s3')];
    // Acknowledged writes must survive a crash of PostgreSQL.
    const postgresSettings = ['synchronous_commit=on', `listen_addresses=${[...new Set(['127.0.0.1', postgresPlace.host])].join(',')}`];
    const postgres = services === undefined ? new Throwaway(POSTGRES, postgresSettings, { ...postgresPlace, environment: serviceEnvironments.postgres }) : null;
    const s3 = services === undefined ? new Throwaway(S3, [s3Place.host], s3Place) : null;
    const databaseUrl = services?.databaseUrl ?? addressedBy(postgresPlace, (await postgres?.line()) ?? '');
    const storage = services?.storage ?? stringsOf(JSON.parse((await s3?.line()) ?? ''));
    const s3Way = hasFaultyS3 ? await startFaultyWay(storage['S3_ENDPOINT'] ?? '') : null;
    // One task at a time per node, so that kills hit tasks; more attempts than usual, since kills are far more frequent than in real life.
    const common = { DATABASE_URL: databaseUrl, ...storage, ...(s3Way === null ? {} : { S3_ENDPOINT: s3Way.address }), LOG_LEVEL: 'error', TASK_CONCURRENCY: '1', TASK_LEASE_SECONDS: '2', TASK_IDLE_RUNNERS: '0', TASK_ATTEMPTS: '20', ...environment };
    const names: (readonly [Role, number])[] = [...numbers(apis).map((number) => ['api', number] as const), ...numbers(workers).map((number) => ['worker', number] as const)];
    const nodes: ClusterNode[] = [];
    for (const [role, number] of names) {
      const name = `${role}-${String(number)}`;
      nodes.push(new ClusterNode({ name, role, port: await freePort(), ...(await network.place(name)), environment: { ...common, DATA_DIR: path.join(folder, name), ...environments[name] }, ...(program === undefined ? {} : { program }) }));
    }
    const [first, ...others] = nodes;
    // So that it becomes the leader.
    await first.start();
    await Promise.all(others.map((node) => node.start()));
    const port = await freePort();
    const proxy = nginx === null ? null : await startNginx(nginx, path.join(folder, 'nginx'), port, nodes);
    const address = proxy === null ? first.address : `http://127.0.0.1:${String(port)}`;
    return new Cluster({ nodes, address, databaseUrl, postgres, s3, s3Way, nginx: proxy, folder });
  }

  of(role: Role): readonly ClusterNode[] {
    return this.nodes.filter((node) => node.role === role);
  }

  async tellPostgres(what: 'stop' | 'kill' | 'start'): Promise<void> {
    await this.#postgres?.tell(what);
  }

  /** A process stopped this way responds to nobody and closes no connection either. */
  signalS3(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#s3?.signalAll(signal);
  }

  /** How calls to S3 are treated from now on. */
  set s3Way(way: Way) {
    if (this.#s3Way === null) throw new Error('Calls to S3 go there straight.');
    this.#s3Way.way = way;
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.signal('SIGKILL')));
    this.#nginx?.kill('SIGTERM');
    await Promise.all([this.#postgres?.end(), this.#s3?.end(), this.#s3Way?.close()]);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The proxy as deployed, except for the nodes and ports. @throws if it does not listen: visitors would try again for ever. */
async function startNginx(program: string, folder: string, port: number, nodes: readonly ClusterNode[]): Promise<ChildProcess> {
  mkdirSync(folder);
  const servers = nodes.filter(({ role }) => role === 'api').map((node) => `    server ${node.host}:${String(node.port)} max_fails=1 fail_timeout=2s;\n`);
  const deployed = readFileSync(NGINX_SETTINGS, 'utf8').replace(/( {4}server api-\S+ [^\n]*\n)+/, servers.join('')).replace('listen 80;', `listen 127.0.0.1:${String(port)};`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
  const settings = `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nworker_processes 1;\nevents { worker_connections 2048; }\nhttp {\naccess_log off;\n${folders}\n${deployed}\n}\n`;
  writeFileSync(path.join(folder, 'nginx.conf'), settings);
  const proxy = spawn(program, ['-e', path.join(folder, 'error.log'), '-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = new Promise<never>((_resolve, reject) => {
    proxy.once('error', reject);
    proxy.once('exit', () => reject(new Error('nginx has ended.')));
  });
  ended.catch(() => undefined);
  while (!(await Promise.race([isTaken(port), ended]))) await delay(50);
  return proxy;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function addressedBy({ host }: Place, address: string): string {
  const url = new URL(address);
  url.hostname = host;
  return url.href;
}

function stringsOf(settings: unknown): Record<string, string> {
  if (typeof settings !== 'object' || settings === null) throw new Error('The S3 server has not said its settings.');
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
}
