// Cuts the network between the nodes of a cluster. Started by testing/faults/run.ts in a network namespace: unshare --net node
// testing/faults/network.ts --times=5 --only=worker,api,postgres,s3 --milliseconds=300
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { run } from '../cluster/campaigns.ts';
import type { Campaign } from '../cluster/campaigns.ts';
import { Cluster } from '../cluster/cluster.ts';
import { foreignNginx } from '../cluster/foreign-nginx.ts';
import { CutNetwork } from '../cluster/network.ts';
import { HEADER, rowOf } from '../cluster/table.ts';

/** More than twice the lease of the cluster's nodes. */
const CUT_MILLISECONDS = 6000;
/** Longer than any database timeout. */
const SILENT_MILLISECONDS = 20_000;
const AFTERWARDS_MILLISECONDS = 3000;
const VISITORS = 6;

const { values } = parseArgs({ options: { times: { type: 'string', default: '5' }, only: { type: 'string', default: 'worker,api,postgres,s3' }, milliseconds: { type: 'string', default: '300' } } });
/** How long the tasks of the visitors take. */
const visits = { milliseconds: Number(values.milliseconds) };
const network = new CutNetwork();

async function cutFor(name: string, milliseconds: number): Promise<void> {
  network.cut(name);
  await pause(milliseconds);
  network.join(name);
  await pause(AFTERWARDS_MILLISECONDS);
}

const nodeCut = (role: 'worker' | 'api'): Campaign => ({
  name: `the network of a node of role ${role} cut for ${String(CUT_MILLISECONDS / 1000)} s, past its lease`,
  mayFailCalls: role === 'api',
  strike: async ({ nodes }, time) => {
    const those = nodes.filter((node) => node.role === role);
    await cutFor(those[time % those.length].name, CUT_MILLISECONDS);
  },
});

const serviceCut = (service: string, title: string): Campaign => ({
  name: `${title} silent: the network to it cut for ${String(SILENT_MILLISECONDS / 1000)} s`,
  mayFailCalls: true,
  strike: () => cutFor(service, SILENT_MILLISECONDS),
});

const CAMPAIGNS = { worker: nodeCut('worker'), api: nodeCut('api'), postgres: serviceCut('postgres', 'PostgreSQL'), s3: serviceCut('s3', 'S3') };
const names = z.array(z.enum(Object.keys(CAMPAIGNS) as [keyof typeof CAMPAIGNS, ...(keyof typeof CAMPAIGNS)[]])).parse(values.only.split(','));
const cluster = await Cluster.start({ apis: 2, workers: 2, nginx: await foreignNginx(), network });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cluster.end().then(() => process.exit(1)));
let isWrong = false;
try {
  console.log(HEADER);
  for (const name of names) {
    const report = await run(cluster, CAMPAIGNS[name], { times: Number(values.times), visitors: VISITORS, visits });
    console.log(rowOf(report));
    for (const each of report.wrong) console.log(`\nWRONG: ${each}\n`);
    isWrong ||= report.wrong.length > 0;
  }
  if (isWrong) for (const node of cluster.nodes) if (node.output.includes('"level":')) console.error(`${node.name}: ${node.output.slice(-1500)}`);
} finally {
  await cluster.end();
  network.end();
}
process.exit(isWrong ? 1 : 0);
