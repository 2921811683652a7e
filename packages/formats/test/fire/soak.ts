/**
 * `npm run soak:formats -- [COUNT] [FIRST] [FORMAT] [STEP]`: takes COUNT mutants from number FIRST on, one in STEP, through the whole process
 * and prints the results, and every finding with the number that recreates it. FORMAT may be `all`. Exits with 1 if there was a
 * finding.
 *
 * The work runs in a thread, whose progress this one watches, so that an endless loop is a finding like any other.
 */
import './allocations.ts';
import { FORMAT_NAMES } from '@geoinsights/contract';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { tryWithinBounds } from './bounds.ts';
import { mutantOf, TRUNCATIONS } from './mutants.ts';
import { Finding } from './trial.ts';

/** Wall time after which a mutant counts as hanging; generous, because other programs run at the same time. */
const HANGS_AFTER_SECONDS = 180;
const REPORT_EVERY = 20_000;
const MOST_OF_A_KIND = 5;

const taskSchema = z.object({
  first: z.number(),
  count: z.number(),
  step: z.number(),
  only: z.enum(FORMAT_NAMES).nullable(),
  folder: z.string(),
  /** The current mutant, and how many have been tried. */
  progress: z.custom<Int32Array>((value) => value instanceof Int32Array),
});
type Task = z.output<typeof taskSchema>;

if (isMainThread) await watch();
else await soak(taskSchema.parse(workerData));

async function watch(): Promise<void> {
  const [count, first] = [Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 1)];
  const only = FORMAT_NAMES.find((name) => name === process.argv[4]) ?? null;
  const step = Number(process.argv[5] ?? 1);
  const folder = mkdtempSync(join(tmpdir(), 'fire-'));
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const task: Task = { first, count, step, only, folder, progress };
  const worker = new Worker(new URL(import.meta.url), { workerData: task, resourceLimits: { maxOldGenerationSizeMb: 1024 } });
  let last = -1;
  let since = performance.now();
  const timer = setInterval(() => {
    const under = progress[0];
    if (under !== last) {
      last = under;
      since = performance.now();
    } else if (performance.now() - since > HANGS_AFTER_SECONDS * 1000) {
      console.log(`FINDING mutant ${under}: hang: it has been running for ${HANGS_AFTER_SECONDS} s`);
      process.exit(1);
    }
  }, 5000);
  worker.on('message', (line: string) => console.log(line));
  worker.on('error', (error) => {
    console.log(`FINDING mutant ${progress[0]}: crash of the thread: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
  const code = await new Promise<number>((resolve) => worker.on('exit', resolve));
  clearInterval(timer);
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) process.exitCode = 1;
}

async function soak({ first, count: mutants, step, only, folder, progress }: Task): Promise<void> {
  const tally = new Map<string, number>();
  const findings = new Map<string, number>();
  const count = (into: Map<string, number>, key: string): number => into.set(key, (into.get(key) ?? 0) + 1).get(key) ?? 0;
  const say = (line: string): void => parentPort?.postMessage(line);
  for (let number = first; number < first + mutants * step; number += step) {
    progress[0] = number;
    const own = join(folder, 'trial');
    const mutant = mutantOf(number, folder, only ?? undefined);
    try {
      rmSync(own, { recursive: true, force: true });
      mkdirSync(own);
      const outcome = await tryWithinBounds(mutant, own);
      count(tally, `${mutant.format} / ${mutant.kind} / ${outcome.refused === null ? (outcome.changed ? 'repaired' : 'nothing to repair') : 'refused'}`);
      count(tally, outcome.refused === null ? 'taken' : `code ${outcome.refused}`);
    } catch (error) {
      const finding = error instanceof Finding ? error : new Finding('crash', error instanceof Error ? (error.stack ?? error.message) : String(error));
      count(tally, `${mutant.format} / ${mutant.kind} / FINDING`);
      const signature = `${mutant.format}: ${finding.message.replaceAll(/\d+/g, '#').slice(0, 160)}`;
      if (count(findings, signature) <= MOST_OF_A_KIND) say(`FINDING mutant ${number} (${mutant.format}, ${mutant.kind}): ${finding.message.slice(0, 1500)}`);
    }
    progress[1]++;
    if (progress[1] % REPORT_EVERY === 0) say(`${progress[1]} mutants, ${[...findings.values()].reduce((sum, times) => sum + times, 0)} findings, ${Math.round(process.cpuUsage().user / 1e6)} s of CPU`);
  }
  for (const [key, times] of [...tally].toSorted(([a], [b]) => a.localeCompare(b))) say(`${String(times).padStart(9)}  ${key}`);
  for (const [signature, times] of findings) say(`${String(times).padStart(9)}  FINDING ${signature}`);
  const usage = process.resourceUsage();
  say(`${mutants} mutants from number ${first}${step === 1 ? '' : `, one in ${step}`}: ${[...findings.values()].reduce((sum, times) => sum + times, 0)} findings; ${TRUNCATIONS} truncations in all; ${Math.round(usage.userCPUTime / 1e6)} s of CPU, at most ${Math.round(usage.maxRSS / 1024)} MB of memory`);
  process.exitCode = findings.size === 0 ? 0 : 1;
}
