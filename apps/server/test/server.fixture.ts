import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from '../src/app.ts';
import type { AppOptions } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { testTools } from '../../../testing/server-programs.ts';
import { ApiClient } from './api-client.fixture.ts';
import { newDatabase, newFolderForDatabase } from './new-database.fixture.ts';
import { PATIENCE } from './patience.fixture.ts';

export interface TestServer {
  readonly address: string;
  readonly api: ApiClient;
  readonly dataFolder: string;
  close(): Promise<void>;
}

/**
 * The real server on a free port, with its own database and a temporary data folder, and the tools of the tests or those of the product. It has no process ready for a task that may
 * not come, unless TASK_IDLE_RUNNERS says so: most tests have few tasks, and each such process costs what a task's does.
 */
export async function startTestServer(environment: Readonly<Record<string, string>> = {}, tools: 'test' | 'product' = 'test', more: AppOptions = {}): Promise<TestServer> {
  const dataFolder = await newFolderForDatabase('server');
  const config = readConfig({ PORT: '0', DATA_DIR: dataFolder, LOG_LEVEL: 'silent', TASK_IDLE_RUNNERS: '0', TASK_NICENESS: process.env['TASK_NICENESS'], ...(await newDatabase()), ...environment });
  const app = await buildApp(config, { ...(tools === 'test' ? { toolsModule: testTools() } : {}), ...more });
  const address = await app.listen({ port: config.port, host: config.host });
  return {
    address,
    api: new ApiClient(address),
    dataFolder,
    close: async () => {
      await app.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The contents of the file storage's folders, apart from the database. */
export async function storedFiles(dataFolder: string): Promise<Record<'incoming' | 'uploads' | 'results' | 'work', string[]>> {
  const list = (...place: string[]) => readdir(path.join(dataFolder, ...place));
  return { incoming: await list('files', 'incoming'), uploads: await list('files', 'uploads'), results: await list('files', 'results'), work: await list('work') };
}

/** Whether a condition becomes true within the time that tests wait. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < PATIENCE.timeout / 20; look++) {
    if (await holds()) return true;
    await pause(20);
  }
  return false;
}
