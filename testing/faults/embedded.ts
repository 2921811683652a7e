import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ClusterNode } from '../cluster/cluster-node.ts';
import { freePort } from '../cluster/throwaway.ts';
import { Visitors } from '../cluster/visitors.ts';
import type { Outcome } from '../cluster/visitors.ts';
import { fillDataFolder } from '../data-folder.ts';
import { ageLayersOf, processesOf, strayFilesOf } from './data-folder-state.ts';
import { Publisher } from './publisher.ts';
import type { Publications } from './publisher.ts';

const VISITORS = 3;
const LONGEST_LIFE_MILLISECONDS = 2500;
/** Runners notice that their server is gone within half a second. */
const LAST_PROCESSES_MILLISECONDS = 5000;
/** A command of the operator that has the folder for the moment keeps a server from starting, which a supervisor tries again. */
const FOLDER_IN_USE = /uses the data folder|in use/;

export interface EmbeddedReport {
  readonly kills: number;
  /** What was going on at the moments of the kills. */
  readonly met: { upload: number; task: number; publication: number };
  /** Starts that found the folder held by a command of the operator. */
  readonly startsTriedAgain: number;
  readonly outcome: Outcome;
  readonly publications: Publications;
  readonly wrong: readonly string[];
}

/**
 * A server with everything embedded, killed over and over at random while visitors use it and an operator publishes layers: every second time
 * itself alone, else with its whole group. Each time it is started again on the same folder.
 */
export async function killEmbedded(kills: number): Promise<EmbeddedReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-embedded-'));
  const dataFolder = path.join(folder, 'data');
  await fillDataFolder(dataFolder);
  // More attempts than usual, since kills come far more often than in life.
  const environment = { DATA_DIR: dataFolder, LOG_LEVEL: 'error', TASK_ATTEMPTS: '100', LIMIT_TASKS_AT_ONCE: '0' };
  const server = new ClusterNode({ name: 'embedded', role: 'all', port: await freePort(), environment });
  const met = { upload: 0, task: 0, publication: 0 };
  try {
    await server.start();
    const visitors = new Visitors(server.address, VISITORS, { milliseconds: 200, bytes: 1_000_000 });
    const publisher = new Publisher(server.address, dataFolder, folder);
    let startsTriedAgain = 0;
    for (let kill = 0; kill < kills; kill++) {
      await pause(Math.random() * LONGEST_LIFE_MILLISECONDS);
      const { upload, task } = visitors.underWay;
      if (upload > 0) met.upload++;
      if (task > 0) met.task++;
      if (publisher.isPublishing) met.publication++;
      await (kill % 2 === 0 ? server.signal('SIGKILL') : server.killGroup());
      startsTriedAgain += await startAgain(server);
    }
    await publisher.stop();
    const outcome = await visitors.stop();
    const publications = await publisher.look();
    const wrong = [...wrongIn(outcome, publications), ...(await wrongAfterwards(server, dataFolder))];
    return { kills, met, startsTriedAgain, outcome, publications, wrong };
  } finally {
    await server.signal('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @returns how often the folder was held by somebody else */
async function startAgain(server: ClusterNode): Promise<number> {
  for (let tries = 0; ; tries++) {
    try {
      await server.start();
      return tries;
    } catch (error) {
      if (!(error instanceof Error && FOLDER_IN_USE.test(error.message))) throw error;
      await pause(500);
    }
  }
}

function wrongIn({ lost, broken, failed }: Outcome, publications: Publications): string[] {
  return [
    ...(lost > 0 ? [`${String(lost)} acknowledged uploads or tasks are lost`] : []),
    ...(broken > 0 ? [`${String(broken)} results are broken`] : []),
    ...[...failed].map(([reason, times]) => `${String(times)} tasks ended as ${reason}`),
    ...(publications.lost > 0 ? [`${String(publications.lost)} layers that were published are lost`] : []),
    ...(publications.half > 0 ? [`${String(publications.half)} layers are drawn in part, or not at all`] : []),
  ];
}

/** Stopped, started once more a day later and stopped, it has left nothing that it should not. */
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
