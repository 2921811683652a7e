// npm run test:faults [-- --kills=200 --only=cluster,embedded]
// All faults that are tried, one kind after the other; prints what was tried, how often, and what was lost. `cluster` is testing/cluster/run.ts.
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { killEmbedded } from './embedded.ts';

const CLUSTER = path.resolve(import.meta.dirname, '..', 'cluster', 'run.ts');
const CLUSTER_FAULTS = 'kill-api,kill-worker,restart,freeze,postgres,postgres-killed,postgres-60,s3';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '200' }, only: { type: 'string', default: 'cluster,embedded' } } });
const kills = Number(values.kills);

/** Each prints its table, and says what must not be. */
const KINDS = {
  cluster: async () => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLUSTER, `--kills=${String(kills)}`, `--only=${CLUSTER_FAULTS}`], { stdio: 'inherit' });
    const status = await new Promise((resolve) => child.once('exit', resolve));
    return status === 0 ? [] : ['the cluster: see above'];
  },
  embedded: async () => {
    const { met, startsTriedAgain, outcome, publications, wrong } = await killEmbedded(kills);
    table({
      'what was tried': 'kill -9 of the embedded server, every second time with its whole group',
      times: kills,
      'met an upload, a task, a publishing': `${String(met.upload)}, ${String(met.task)}, ${String(met.publication)}`,
      'starts that a command of the operator put off': startsTriedAgain,
      'uploads acknowledged': outcome.uploads,
      'tasks acknowledged': outcome.tasks,
      'completed, bytes as sent': outcome.completed,
      lost: outcome.lost,
      broken: outcome.broken,
      'ended otherwise': [...outcome.failed.values()].reduce((sum, one) => sum + one, 0),
      'layers published (acknowledged, refused)': `${String(publications.acknowledged)}, ${String(publications.refused)}`,
      'layers lost': publications.lost,
      'layers drawn in part': publications.half,
    });
    return wrong;
  },
} satisfies Record<string, () => Promise<readonly string[]>>;

const names = z.array(z.enum(Object.keys(KINDS) as [keyof typeof KINDS, ...(keyof typeof KINDS)[]])).parse(values.only.split(','));
console.log(`Faults, on ${String(os.availableParallelism())} cores; ${new Date().toISOString().slice(0, 10)}`);
let isWrong = false;
for (const name of names) {
  console.log(`\n${name}\n`);
  const wrong = await KINDS[name]();
  for (const each of wrong) console.log(`\nWRONG: ${each}`);
  isWrong ||= wrong.length > 0;
}
console.log(isWrong ? '\nSomething was lost, broken or refused that must not be.' : '\nNothing that was acknowledged was lost or broken.');
process.exit(isWrong ? 1 : 0);

function table(row: Readonly<Record<string, string | number>>): void {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  console.log([line(Object.keys(row)), line(Object.keys(row).map(() => '---')), line(Object.values(row))].join('\n'));
}
