import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';
import { ClusterNode } from '../cluster/cluster-node.ts';
import { Visitors } from '../cluster/visitors.ts';
import type { Outcome } from '../cluster/visitors.ts';
import { fillDataFolder } from '../data-folder.ts';
import { ageLayersOf, processesOf, strayFilesOf } from './data-folder-state.ts';
import { Publisher } from './publisher.ts';
import type { Publications } from './publisher.ts';

/** What visitors and the operator do meanwhile. */
export interface Load {
  readonly visitors: number;
  /** How long each task takes. */
  readonly milliseconds: number;
  /** What the operator waits between two layers. */
  readonly pauseMilliseconds: number;
}

/** Of the long form, whose many strikes are to meet as much as possible. */
export const HEAVY: Load = { visitors: 3, milliseconds: 200, pauseMilliseconds: 300 };
/** Of the short form: its one strike meets a task in any case, and each task and each layer more is a process more. */
export const GENTLE: Load = { visitors: 2, milliseconds: 600, pauseMilliseconds: 1000 };
/** Runners notice within half a second that their server is gone. */
const LAST_PROCESSES_MILLISECONDS = 5000;

/** A server with everything embedded, while visitors use it and an operator publishes layers. */
export interface EmbeddedTrial {
  /** How often it is struck. */
  readonly times: number;
  /** Time limit for the strikes: those not done by then are skipped. */
  readonly minutes: number;
  /** Where the data folder is created; the caller removes it. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly load: Load;
  /** How large each upload is. */
  readonly bytes: number;
  /** Returns when the next strike may come. */
  readonly strike: (server: ClusterNode, struck: Struck, time: number) => Promise<void>;
  /** Distinguishes calls that may fail meanwhile and be retried, and reasons for which tasks may end, from those that must not occur. */
  readonly mayHappen: (what: string) => boolean;
}

/** What is in progress at the moment. */
export interface Struck {
  readonly visitors: Visitors;
  /** Call this at the moment of the fault itself: it counts what is hit. */
  readonly meet: () => void;
}

export interface EmbeddedReport {
  readonly times: number;
  /** What was in progress at the moments of the faults. */
  readonly met: { upload: number; task: number; publication: number };
  readonly outcome: Outcome;
  readonly publications: Publications;
  readonly wrong: readonly string[];
}

/** Strikes, and counts what was lost of what had been acknowledged to visitors and the operator. */
export async function tryEmbedded({ times, minutes, folder, environment, load, bytes, strike, mayHappen }: EmbeddedTrial): Promise<EmbeddedReport> {
  const dataFolder = path.join(folder, 'data');
  mkdirSync(dataFolder);
  fillDataFolder(dataFolder);
  const server = new ClusterNode({ name: 'embedded', role: 'all', port: await freePort(), environment: { DATA_DIR: dataFolder, LOG_LEVEL: 'error', ...environment } });
  const met = { upload: 0, task: 0, publication: 0 };
  // Files of the publisher, in addition to what is counted.
  const files = mkdtempSync(path.join(tmpdir(), 'geoinsights-publisher-'));
  try {
    await server.start();
    const visitors = new Visitors(server.address, load.visitors, { milliseconds: load.milliseconds, bytes });
    const publisher = new Publisher(server.address, dataFolder, files, load.pauseMilliseconds);
    const meet = () => {
      const { upload, task } = visitors.underWay;
      if (upload > 0) met.upload++;
      if (task > 0) met.task++;
      if (publisher.isPublishing) met.publication++;
    };
    const until = performance.now() + minutes * 60_000;
    let struck = 0;
    for (; struck < times && performance.now() < until; struck++) await strike(server, { visitors, meet }, struck);
    await publisher.stop();
    const outcome = await visitors.stop();
    const publications = await publisher.look();
    const wrong = [...wrongIn(outcome, publications, mayHappen), ...(await wrongAfterwards(server, dataFolder))];
    if (wrong.length > 0) wrong.push(`what the server said last: ${server.output.slice(-3000)}`);
    return { times: struck, met, outcome, publications, wrong };
  } finally {
    await server.signal('SIGKILL');
    rmSync(files, { recursive: true, force: true });
  }
}

function wrongIn({ lost, broken, failed, faults }: Outcome, publications: Publications, mayHappen: (what: string) => boolean): string[] {
  const often = (those: ReadonlyMap<string, number>, what: string) => [...those].filter(([each]) => !mayHappen(each)).map(([each, times]) => `${String(times)} ${what} ${each}`);
  return [
    ...(lost > 0 ? [`${String(lost)} acknowledged uploads or tasks are lost`] : []),
    ...(broken > 0 ? [`${String(broken)} results are broken`] : []),
    ...often(failed, 'tasks ended as'),
    ...often(faults, 'calls failed:'),
    ...(publications.lost > 0 ? [`${String(publications.lost)} layers that were published are lost`] : []),
    ...(publications.half > 0 ? [`${String(publications.half)} layers are drawn in part, or not at all`] : []),
  ];
}

/** After being stopped, and started and stopped again a day later, it must have left behind nothing that it should not. */
async function wrongAfterwards(server: ClusterNode, dataFolder: string): Promise<string[]> {
  await server.signal('SIGTERM');
  ageLayersOf(dataFolder);
  await server.start();
  await server.signal('SIGTERM');
  let left = processesOf(dataFolder);
  for (let waited = 0; left.length > 0 && waited < LAST_PROCESSES_MILLISECONDS && existsSync('/proc'); waited += 100) {
    await pause(100);
    left = processesOf(dataFolder);
  }
  return [...left.map((pid) => `process ${pid} is left`), ...(await strayFilesOf(dataFolder))];
}
