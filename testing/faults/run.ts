// npm run test:faults [-- --kills=200 --minutes=10 --only=cluster,embedded,disk-full,network,clock]
// Tries all faults, one kind after the other; prints what was tried, how often, and what was lost. Each fault is tried
// as often as the given minutes allow. `cluster` is testing/cluster/run.ts.
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { lackingForNetworks } from '../cluster/network.ts';
import { HEADER, rowOf } from '../cluster/table.ts';
import { CLOCKS, JUMPS, jumpClock } from './clock.ts';
import { fillDisk, lackingForSmallDisk } from './disk-full.ts';
import { HEAVY } from './embedded.ts';
import type { EmbeddedReport } from './embedded.ts';
import { killEmbedded } from './killed.ts';
import { clockLibrary } from './wrong-clock.ts';

const CLUSTER = path.resolve(import.meta.dirname, '..', 'cluster', 'run.ts');
const CLUSTER_FAULTS = 'kill-api,kill-worker,restart,freeze,postgres,postgres-killed,postgres-60,s3,s3-gone,s3-slow,s3-half';
const NETWORK = path.join(import.meta.dirname, 'network.ts');
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'] as const;

const { values } = parseArgs({ options: { kills: { type: 'string', default: '200' }, minutes: { type: 'string', default: 'Infinity' }, only: { type: 'string', default: 'cluster,embedded,disk-full,network,clock' } } });
const kills = Number(values.kills);
const minutes = Number(values.minutes);
/** For faults that take longer than a kill. */
const fewer = Math.max(1, Math.round(kills / 10));

/** Each prints its table, and returns the violations. */
const KINDS = {
  'cluster': () => run(...NODE, CLUSTER, `--kills=${String(kills)}`, `--minutes=${String(minutes)}`, `--only=${CLUSTER_FAULTS}`),
  'embedded': async () => {
    const report = await killEmbedded(kills, HEAVY, minutes);
    print('kill -9 of the embedded server, every second time with its whole group', report);
    console.log(`\n${String(report.startsTriedAgain)} starts were put off by a command of the operator, which had the data folder.`);
    return report.wrong;
  },
  'disk-full': async () => {
    const lacking = lackingForSmallDisk();
    if (lacking !== null) return notTried(lacking);
    const report = await fillDisk(fewer, HEAVY, minutes);
    print('the disk of the data folder filled to the last byte', report);
    return report.wrong;
  },
  'network': async () => {
    const lacking = lackingForNetworks();
    return lacking === null ? run('unshare', '--net', ...NODE, NETWORK, `--times=${String(Math.max(1, Math.round(fewer / 4)))}`) : notTried(lacking);
  },
  'clock': async () => {
    const library = await clockLibrary();
    if (library === null) return notTried('libfaketime is not to be had (on Debian: apt-get install libfaketime)');
    console.log(HEADER);
    const wrong: string[] = [];
    for (const whose of CLOCKS) {
      const report = await jumpClock(library, whose, JUMPS);
      console.log(rowOf(report));
      wrong.push(...report.wrong);
    }
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

async function run(program: string, ...args: string[]): Promise<readonly string[]> {
  const child = spawn(program, args, { stdio: 'inherit' });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  return status === 0 ? [] : ['see above'];
}

function notTried(lacking: string): readonly string[] {
  console.log(`Not tried: ${lacking}.`);
  return [];
}

function print(title: string, { times, met, outcome, publications }: EmbeddedReport): void {
  const row = {
    'what was tried': title,
    'times': times,
    'met an upload, a task, a publishing': `${String(met.upload)}, ${String(met.task)}, ${String(met.publication)}`,
    'uploads acknowledged': outcome.uploads,
    'tasks acknowledged': outcome.tasks,
    'completed, bytes as sent': outcome.completed,
    'lost': outcome.lost,
    'broken': outcome.broken,
    'ended otherwise': [...outcome.failed].map(([reason, often]) => `${reason} (${String(often)})`).join(', ') || 'none',
    'layers published (acknowledged, refused)': `${String(publications.acknowledged)}, ${String(publications.refused)}`,
    'layers lost': publications.lost,
    'layers drawn in part': publications.half,
    'calls that failed and were tried again': [...outcome.faults].map(([fault, often]) => `${fault} (${String(often)})`).join(', ') || 'none',
  };
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  console.log([line(Object.keys(row)), line(Object.keys(row).map(() => '---')), line(Object.values(row))].join('\n'));
}
