// npm run test:cluster [-- --apis=2 --workers=3 --kills=10 --minutes=5
// --only=kill-api,kill-worker,restart,freeze,postgres,postgres-killed,postgres-60,s3,s3-gone,s3-slow,s3-half]
// npm run test:faults does the same with more kills, and more: testing/faults/run.ts.
// Each fault is tried as often as the given minutes allow. API nodes and workers behind nginx, on a PostgreSQL and an S3 server, are
// struck under load; prints what was tried, how often, and what was lost.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CAMPAIGNS, run } from './campaigns.ts';
import { Cluster } from './cluster.ts';
import { foreignNginx } from './foreign-nginx.ts';
import { HEADER, rowOf } from './table.ts';

const VISITORS = 8;

const { values } = parseArgs({ options: { apis: { type: 'string', default: '2' }, workers: { type: 'string', default: '3' }, kills: { type: 'string', default: '10' }, minutes: { type: 'string', default: 'Infinity' }, only: { type: 'string', default: 'kill-api,kill-worker,restart,freeze,postgres,postgres-killed,s3' } } });
const names = z.array(z.enum(Object.keys(CAMPAIGNS))).parse(values.only.split(','));
const nginx = await foreignNginx();
const kills = Number(values.kills);
const cluster = await Cluster.start({ apis: Number(values.apis), workers: Number(values.workers), nginx, environment: { DRAIN_SECONDS: '2' }, hasFaultyS3: names.some((name) => name.startsWith('s3-')) });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cluster.end().then(() => process.exit(1)));
let isWrong = false;
try {
  console.log(`${values.apis} API nodes and ${values.workers} workers ${nginx === null ? 'without a proxy' : 'behind nginx'}, PostgreSQL and an S3 server, all on ${String(os.availableParallelism())} cores; ${new Date().toISOString().slice(0, 10)}\n`);
  console.log(HEADER);
  for (const name of names) {
    const strikes = name.startsWith('kill') ? kills : Math.max(1, Math.round(kills / (name === 'restart' || name === 'freeze' ? 5 : 40)));
    const report = await run(cluster, CAMPAIGNS[name], { times: strikes, minutes: Number(values.minutes), visitors: VISITORS });
    const { wrong } = report;
    console.log(rowOf(report));
    for (const each of wrong) console.log(`\nWRONG: ${each}\n`);
    isWrong ||= wrong.length > 0;
  }
  if (isWrong) for (const node of cluster.nodes) if (node.output.includes('"level":')) console.error(`${node.name}: ${node.output.slice(-1500)}`);
} finally {
  await cluster.end();
}
console.log(isWrong ? '\nSomething was lost, broken or refused that must not be.' : '\nNothing that was acknowledged was lost or broken.');
process.exit(isWrong ? 1 : 0);
