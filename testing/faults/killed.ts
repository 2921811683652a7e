import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import { placeOfDataFolders } from '../data-folder.ts';
import { tryEmbedded } from './embedded.ts';
import type { EmbeddedReport, Load } from './embedded.ts';

const LONGEST_LIFE_MILLISECONDS = 2500;
/** An operator's command that currently holds the folder keeps a server from starting; a supervisor would retry. */
const FOLDER_IN_USE = /uses the data folder|in use/;
const SUPERVISOR_MILLISECONDS = 500;

/** The server is killed repeatedly at random times, every second time with its whole group, and restarted on the same folder. */
export async function killEmbedded(kills: number, load: Load, minutes = Infinity): Promise<EmbeddedReport & { readonly startsTriedAgain: number }> {
  const folder = mkdtempSync(path.join(placeOfDataFolders(), 'geoinsights-killed-'));
  let startsTriedAgain = 0;
  try {
    const report = await tryEmbedded({
      times: kills,
      minutes,
      folder,
      // More attempts than usual, since kills are far more frequent than in real life.
      environment: { TASK_ATTEMPTS: '100' },
      load,
      bytes: 1_000_000,
      strike: async (server, { meet }, time) => {
        await pause(Math.random() * LONGEST_LIFE_MILLISECONDS);
        meet();
        await (time % 2 === 0 ? server.signal('SIGKILL') : server.killGroup());
        startsTriedAgain += await startAgain(server);
      },
      // Calls without a response, or with an incomplete one.
      mayHappen: (what) => / (ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|TypeError)$/.test(what),
    });
    return { ...report, startsTriedAgain };
  } finally {
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
      await pause(SUPERVISOR_MILLISECONDS);
    }
  }
}
