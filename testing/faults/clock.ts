import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run, wrongIn } from '../cluster/campaigns.ts';
import type { CampaignReport } from '../cluster/campaigns.ts';
import { ClusterNode } from '../cluster/cluster-node.ts';
import { Cluster } from '../cluster/cluster.ts';
import { freePort } from '../cluster/throwaway.ts';
import { Visitors } from '../cluster/visitors.ts';
import { fillDataFolder } from '../data-folder.ts';
import { WrongClock } from './wrong-clock.ts';

const GEOTOOLS = path.resolve(import.meta.dirname, '..', '..', 'apps', 'cli', 'bin', 'geotools.js');
const [HOUR, DAY] = [3600, 86_400];
/** In seconds; after each the clock is put right again. */
const JUMPS = [HOUR, -HOUR, DAY, -DAY] as const;
const VISITORS = 4;
const VISITS = { milliseconds: 300, slowlyMilliseconds: 4000 };
const AFTERWARDS_MILLISECONDS = 1500;
const ENVIRONMENT = { LOG_LEVEL: 'error' };

/** Whose clock is wrong. */
export const CLOCKS = ['api', 'worker', 'every node', 'PostgreSQL', 'embedded'] as const;
export type ClockOf = (typeof CLOCKS)[number];

/**
 * A clock jumps by an hour and by a day, forward and back, under load, and is put right each time; what has expired is swept while it is wrong
 * and afterwards.
 * @param library that lies about the time
 */
export async function jumpClock(library: string, whose: ClockOf, rounds: number): Promise<CampaignReport> {
  const clock = new WrongClock(library);
  try {
    return await (whose === 'embedded' ? jumpEmbedded(clock, rounds) : jumpInCluster(clock, whose, rounds));
  } finally {
    clock.end();
  }
}

async function jumpInCluster(clock: WrongClock, whose: Exclude<ClockOf, 'embedded'>, rounds: number): Promise<CampaignReport> {
  const names = { 'api': ['api-1'], 'worker': ['worker-1'], 'every node': ['api-1', 'api-2', 'worker-1', 'worker-2'], 'PostgreSQL': [] }[whose];
  const cluster = await Cluster.start({
    apis: 2,
    workers: 2,
    nginx: null,
    environment: ENVIRONMENT,
    environments: Object.fromEntries(names.map((name) => [name, clock.environment])),
    ...(whose === 'PostgreSQL' ? { serviceEnvironments: { postgres: clock.environment } } : {}),
  });
  try {
    const [leader] = cluster.nodes;
    const strike = () => jumpOnce(clock, leader);
    const report = await run(cluster, { name: titleOf(whose), strike, mayFailCalls: false }, { times: rounds, visitors: VISITORS, visits: VISITS });
    return { ...report, times: rounds * JUMPS.length };
  } finally {
    await cluster.end();
  }
}

async function jumpEmbedded(clock: WrongClock, rounds: number): Promise<CampaignReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-clock-data-'));
  await fillDataFolder(folder);
  const server = new ClusterNode({ name: 'embedded', role: 'all', port: await freePort(), environment: { ...ENVIRONMENT, ...clock.environment, DATA_DIR: folder } });
  try {
    await server.start();
    const visitors = new Visitors(server.address, VISITORS, VISITS);
    while (visitors.completed === 0) await pause(50);
    for (let round = 0; round < rounds; round++) await jumpOnce(clock, server);
    const outcome = await visitors.stop();
    return { name: titleOf('embedded'), times: rounds * JUMPS.length, outcome, wrong: wrongIn(outcome, { mayFailCalls: false }) };
  } finally {
    await server.signal('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function jumpOnce(clock: WrongClock, leader: ClusterNode): Promise<void> {
  for (const seconds of JUMPS) {
    await sweep(leader);
    clock.set(seconds);
    await pause(AFTERWARDS_MILLISECONDS);
    await sweep(leader);
    await pause(AFTERWARDS_MILLISECONDS);
    clock.set(0);
    await pause(AFTERWARDS_MILLISECONDS);
    await sweep(leader);
  }
}

async function sweep({ dataFolder }: ClusterNode): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', GEOTOOLS, 'admin', 'sweep'], { env: { PATH: process.env['PATH'], DATA_DIR: dataFolder }, stdio: ['ignore', 'ignore', 'inherit'] });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) throw new Error('What has expired cannot be swept.');
}

function titleOf(whose: ClockOf): string {
  const owner = { 'api': 'one API node, which leads', 'worker': 'one worker', 'every node': 'every node', 'PostgreSQL': 'PostgreSQL', 'embedded': 'a server with everything embedded' }[whose];
  return `the clock of ${owner} jumps by an hour and by a day, forward and back, and is put right`;
}
