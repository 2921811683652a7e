import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { nodeEnvironment } from '../../../testing/node-environment.ts';
import { startProgram } from '../../../testing/server-programs.ts';
import { ApiClient } from './api-client.fixture.ts';
import { newDatabase, newFolderForDatabase } from './new-database.fixture.ts';

/** The sources of the server as people start it. */
export const MAIN = path.resolve(import.meta.dirname, '..', 'src', 'main.ts');

export interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
}

export interface ServerProcess extends Launched {
  readonly api: ApiClient;
}

export interface ServerProcesses {
  /** Known once the tests run. */
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly launch: (script: string, environment?: Readonly<Record<string, string>>) => Launched;
  /** Returns when the server prints its address. */
  readonly start: (environment?: Readonly<Record<string, string>>, script?: string) => Promise<ServerProcess>;
  /** Registers a process to be killed after the tests. */
  readonly started: (child: ChildProcess) => void;
}

/** For the top of a test file: servers in separate processes, all on one data folder and one database. */
export function serverProcesses(): ServerProcesses {
  let dataFolder = '';
  let database: Readonly<Record<string, string>> = {};
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    dataFolder = await newFolderForDatabase('process');
    database = await newDatabase();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await pause(100);
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });
  const environment = () => ({ ...nodeEnvironment(), PORT: '0', DATA_DIR: dataFolder, ...database });
  const launch: ServerProcesses['launch'] = (script, more = {}) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { env: { ...environment(), ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
    return { child, ended, output: () => output };
  };
  return {
    get dataFolder() {
      return dataFolder;
    },
    get environment() {
      return environment();
    },
    launch,
    start: async (more = {}, script = startProgram()) => {
      const launched = launch(script, more);
      let address: string | undefined;
      while (address === undefined) {
        address = /http:\/\/[\d.:]+/.exec(launched.output())?.[0];
        if (launched.child.exitCode !== null) throw new Error(`The server ended: ${launched.output()}`);
        await pause(20);
      }
      return { ...launched, api: new ApiClient(address) };
    },
    started: (child) => void children.push(child),
  };
}

export async function kill(server: Launched): Promise<void> {
  server.child.kill('SIGKILL');
  await server.ended;
}
