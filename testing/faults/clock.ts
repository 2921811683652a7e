import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../../scripts/free-port.ts';
import { run, wrongIn } from '../cluster/campaigns.ts';
import type { CampaignReport } from '../cluster/campaigns.ts';
import { ClusterNode } from '../cluster/cluster-node.ts';
import { Cluster } from '../cluster/cluster.ts';
import { Visitors } from '../cluster/visitors.ts';
import { fillDataFolder, placeOfDataFolders } from '../data-folder.ts';
import { WrongClock } from './wrong-clock.ts';

const [HOUR, DAY] = [3600, 86_400];
/** In seconds; after each jump the clock is corrected again. */
export const JUMPS: readonly number[] = [HOUR, -HOUR, DAY, -DAY];
const accessSchema = z.object({ address: z.url(), token: z.string() });
const VISITORS = 4;
const VISITS = { milliseconds: 300, slowlyMilliseconds: 4000 };
const AFTERWARDS_MILLISECONDS = 1500;
const ENVIRONMENT = { LOG_LEVEL: 'error' };

/** Whose clock is wrong. */
export const CLOCKS = ['api', 'worker', 'every node', 'PostgreSQL', 'embedded'] as const;
export type ClockOf = (typeof CLOCKS)[number];

/**
 * A clock jumps by this many seconds, one jump after the other, under load, and is corrected each time; expired data is swept while it
 * is wrong and afterwards.
 * @param library that fakes the time
 */
export async function jumpClock(library: string, whose: ClockOf, jumps: readonly number[]): Promise<CampaignReport> {
  const clock = new WrongClock(library);
  try {
    return await (whose === 'embedded' ? jumpEmbedded(clock, jumps) : jumpInCluster(clock, whose, jumps));
  } finally {
    clock.end();
  }
}

async function jumpInCluster(clock: WrongClock, whose: Exclude<ClockOf, 'embedded'>, jumps: readonly number[]): Promise<CampaignReport> {
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
    const strike = (_cluster: Cluster, time: number) => jump(clock, leader, jumps[time]);
    return await run(cluster, { name: titleOf(whose), strike, mayFailCalls: false }, { times: jumps.length, visitors: VISITORS, visits: VISITS });
  } finally {
    await cluster.end();
  }
}

async function jumpEmbedded(clock: WrongClock, jumps: readonly number[]): Promise<CampaignReport> {
  const folder = mkdtempSync(path.join(placeOfDataFolders(), 'geoinsights-clock-data-'));
  fillDataFolder(folder);
  const server = new ClusterNode({ name: 'embedded', role: 'all', port: await freePort(), environment: { ...ENVIRONMENT, ...clock.environment, DATA_DIR: folder } });
  try {
    await server.start();
    const visitors = new Visitors(server.address, VISITORS, VISITS);
    while (visitors.completed === 0) await pause(50);
    for (const seconds of jumps) await jump(clock, server, seconds);
    const outcome = await visitors.stop();
    return { name: titleOf('embedded'), times: jumps.length, outcome, wrong: wrongIn(outcome, { mayFailCalls: false }) };
  } finally {
    await server.signal('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function jump(clock: WrongClock, leader: ClusterNode, seconds: number): Promise<void> {
  await sweep(leader);
  clock.set(seconds);
  await pause(AFTERWARDS_MILLISECONDS);
  await sweep(leader);
  await pause(AFTERWARDS_MILLISECONDS);
  clock.set(0);
  await pause(AFTERWARDS_MILLISECONDS);
  await sweep(leader);
}

/** Like `geotools admin sweep`, but faster. */
async function sweep({ dataFolder }: ClusterNode): Promise<void> {
  const { address, token } = accessSchema.parse(JSON.parse(readFileSync(path.join(dataFolder, 'operator.json'), 'utf8')));
  const answer = await fetch(`${address}/api/v1/operator/sweep`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`What has expired cannot be swept: ${await answer.text()}`);
}

function titleOf(whose: ClockOf): string {
  const owner = { 'api': 'one API node, which leads', 'worker': 'one worker', 'every node': 'every node', 'PostgreSQL': 'PostgreSQL', 'embedded': 'a server with everything embedded' }[whose];
  return `the clock of ${owner} jumps by an hour and by a day, forward and back, and is put right`;
}
