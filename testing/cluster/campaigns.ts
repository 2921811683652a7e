import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ClusterNode, Role } from './cluster-node.ts';
import type { Cluster } from './cluster.ts';
import type { Way } from './faulty-way.ts';
import { Visitors } from './visitors.ts';
import type { Outcome, Visits } from './visitors.ts';

const TASK_MILLISECONDS = 300;
/** More than twice the lease of the cluster's nodes. */
const FROZEN_MILLISECONDS = 5000;
const SPOILT_MILLISECONDS = 10_000;
/** Longer than the proxy leaves out a node that did not respond. */
const BACK_MILLISECONDS = 2500;

/** What was tried, how often, and whether everything acknowledged to visitors was kept. */
export interface CampaignReport {
  readonly name: string;
  readonly times: number;
  readonly outcome: Outcome;
  /** Violations in words; empty if all is well. */
  readonly wrong: readonly string[];
}

export interface Campaign {
  readonly name: string;
  /** Causes the fault once; returns when the next one may come. */
  readonly strike: (cluster: Cluster, time: number) => Promise<void>;
  /** Calls may fail meanwhile; nothing acknowledged may be lost. */
  readonly mayFailCalls: boolean;
}

/** The longest wait for a completed task between two faults. */
const LONGEST_PAUSE_MILLISECONDS = 10_000;
/** No call hangs longer than this before it is refused, whatever is silent. */
const LONGEST_REFUSAL_MILLISECONDS = 40_000;

const killed = (role: Role): Campaign => ({
  name: `kill -9 of a node of role ${role}, at random, under load`,
  mayFailCalls: role === 'api',
  strike: async (cluster) => {
    const node = anyOf(cluster.of(role));
    await pause(Math.random() * 700);
    await node.signal('SIGKILL');
    await node.start();
  },
});

const restarted: Campaign = {
  name: 'rolling restart (SIGTERM, one node after the other) under load',
  mayFailCalls: false,
  strike: async (cluster, time) => {
    const node = cluster.nodes[time % cluster.nodes.length];
    await node.signal('SIGTERM');
    await node.start();
    await pause(BACK_MILLISECONDS);
  },
};

const frozen: Campaign = {
  name: 'a worker frozen past its lease, which then wakes up',
  mayFailCalls: false,
  strike: async (cluster) => {
    const node = anyOf(cluster.of('worker'));
    await node.signal('SIGSTOP');
    await pause(FROZEN_MILLISECONDS);
    await node.signal('SIGCONT');
    await pause(1000);
  },
};

const withoutPostgres = (milliseconds: number, how: 'stop' | 'kill'): Campaign => ({
  name: `PostgreSQL gone for ${String(milliseconds / 1000)} s (${how})`,
  mayFailCalls: true,
  strike: async (cluster) => {
    await cluster.tellPostgres(how);
    await pause(milliseconds);
    await cluster.tellPostgres('start');
    await pause(3000);
  },
});

const spoiltS3 = (way: Way, title: string): Campaign => ({
  name: `S3 ${title} for ${String(SPOILT_MILLISECONDS / 1000)} s`,
  mayFailCalls: true,
  strike: async (cluster) => {
    cluster.s3Way = way;
    await pause(SPOILT_MILLISECONDS);
    cluster.s3Way = 'whole';
    await pause(3000);
  },
});

const withoutS3 = (milliseconds: number): Campaign => ({
  name: `S3 silent for ${String(milliseconds / 1000)} s`,
  mayFailCalls: true,
  strike: async (cluster) => {
    cluster.signalS3('SIGSTOP');
    await pause(milliseconds);
    cluster.signalS3('SIGCONT');
    await pause(3000);
  },
});

export const CAMPAIGNS: Readonly<Record<string, Campaign>> = { 'kill-api': killed('api'), 'kill-worker': killed('worker'), restart: restarted, freeze: frozen, postgres: withoutPostgres(5000, 'stop'), 'postgres-killed': withoutPostgres(5000, 'kill'), 'postgres-60': withoutPostgres(60_000, 'stop'), s3: withoutS3(8000), 's3-gone': spoiltS3('gone', 'drops every connection'), 's3-slow': spoiltS3('slow', 'slow, each call later by 0.1 s,'), 's3-half': spoiltS3('half', 'fails half of its calls') };

export interface CampaignSettings {
  readonly times: number;
  /** Time limit for the strikes: those not done by then are skipped. */
  readonly minutes?: number;
  readonly visitors: number;
  readonly visits?: Partial<Visits>;
}

/** Strikes a cluster under load, and then counts. */
export async function run(cluster: Cluster, campaign: Campaign, { times, minutes = Infinity, visitors: visitorCount, visits = {} }: CampaignSettings): Promise<CampaignReport> {
  const visitors = new Visitors(cluster.address, visitorCount, { milliseconds: TASK_MILLISECONDS, ...visits });
  while (visitors.completed === 0) await pause(50);
  const until = performance.now() + minutes * 60_000;
  let struck = 0;
  for (; struck < times && performance.now() < until; struck++) {
    const before = visitors.completed;
    await campaign.strike(cluster, struck);
    // Nodes that are only starting have nothing to lose.
    for (const end = performance.now() + LONGEST_PAUSE_MILLISECONDS; visitors.completed === before && performance.now() < end; ) await pause(50);
  }
  const outcome = await visitors.stop();
  return { name: campaign.name, times: struck, outcome, wrong: [...wrongIn(outcome, campaign), ...(await wrongInDatabase(cluster, outcome))] };
}

/** Violations among what visitors saw. */
export function wrongIn(outcome: Outcome, { mayFailCalls }: Pick<Campaign, 'mayFailCalls'>): string[] {
  const wrong: string[] = [];
  if (outcome.lost > 0) wrong.push(`${String(outcome.lost)} acknowledged tasks are lost`);
  if (outcome.broken > 0) wrong.push(`${String(outcome.broken)} results are broken`);
  for (const [reason, times] of outcome.failed) wrong.push(`${String(times)} tasks ended as ${reason}`);
  if (!mayFailCalls) for (const [fault, times] of outcome.faults) wrong.push(`${String(times)} calls failed: ${fault}`);
  if (outcome.slowestRefusal > LONGEST_REFUSAL_MILLISECONDS) wrong.push(`a call was refused after ${String(Math.round(outcome.slowestRefusal / 1000))} s only`);
  return wrong;
}

/** Every task that visitors saw completed must have exactly one result and one report, and every task must end. */
async function wrongInDatabase({ databaseUrl }: Cluster, { uuids }: Outcome): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount: twice } = await client.query('select task from results where task = any($1) group by task having count(*) <> 2', [uuids]);
    const { rowCount: unended } = await client.query("select uuid from tasks where uuid = any($1) and progress_status <> 'COMPLETED'", [uuids]);
    return [...(twice ? [`${String(twice)} tasks have not one result and one report`] : []), ...(unended ? [`${String(unended)} tasks that were COMPLETED are so no more`] : [])];
  } finally {
    await client.end();
  }
}

function anyOf(nodes: readonly ClusterNode[]): ClusterNode {
  return nodes[Math.floor(Math.random() * nodes.length)];
}
