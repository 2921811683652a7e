import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { layerGroupsSchema, type LayerGroup } from '@geoinsights/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { fillDataFolder, placeOfDataFolders } from '../../../testing/data-folder.ts';
import { nodeEnvironment } from '../../../testing/node-environment.ts';
import { trustTestServers } from '../../../testing/secure-server.ts';
import { mainProgram } from '../../../testing/server-programs.ts';
import { newDatabase } from '../../server/test/new-database.fixture.ts';
import { geotoolsLayersHere } from './geotools-here.ts';
import type { Run } from './geotools.ts';

const children: ChildProcess[] = [];

/** For `afterAll`: ends what a failed test left running. */
export function endServers(): void {
  for (const child of children) child.kill('SIGKILL');
}

export interface RunningServer {
  readonly address: string;
  stop(): Promise<void>;
}

/** The real server in a separate process, on this data folder, and with the database and the S3 server named in the environment. */
export async function startServer(dataFolder: string): Promise<RunningServer> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL === undefined && !existsSync(dataFolder)) fillDataFolder(dataFolder);
  const storage = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('S3_')));
  const env = { ...storage, ...nodeEnvironment(), PORT: '0', DATA_DIR: dataFolder, TASK_IDLE_RUNNERS: '0', ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', mainProgram()], { env });
  children.push(child);
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /running at (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', () => reject(new Error(`the server ended: ${output}`)));
  });
  return {
    address,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

export interface OperatedServer {
  /** For the tests' files; removed after them. */
  readonly folder: string;
  readonly dataFolder: string;
  /** Known once the tests run. */
  readonly address: string;
  /** `geotools layers` on the server's data folder, without starting a program. */
  readonly layers: (...args: string[]) => Promise<Run>;
  /** What the explorer gets. */
  readonly groups: () => Promise<LayerGroup[]>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** For the top of a test file: a server that runs during the tests, with its own data folder and database, and the operator's commands. */
export async function operatedServer(name: string): Promise<OperatedServer> {
  const folder = mkdtempSync(path.join(placeOfDataFolders(), `geotools-${name}-`));
  const dataFolder = path.join(folder, 'data');
  Object.assign(process.env, await newDatabase());
  // The services of these tests have their own certificate.
  trustTestServers();
  process.env['SERVICE_NETWORKS'] = '127.0.0.0/8';
  let running: RunningServer | undefined;
  const address = (): string => running?.address ?? '';
  const start = async (): Promise<void> => {
    running = await startServer(dataFolder);
  };
  beforeAll(start);
  afterAll(() => {
    endServers();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    folder,
    dataFolder,
    get address() {
      return address();
    },
    layers: (...args) => geotoolsLayersHere(dataFolder, ...args),
    groups: async () => layerGroupsSchema.parse(await (await fetch(`${address()}/api/v1/layers/layer_groups`)).json()),
    stop: async () => running?.stop(),
    start,
  };
}

/** Returns the run if it succeeded without complaints. */
export function done(run: Run): Run {
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return run;
}

/** The layer that a run was about, from its last line. */
export function uuidIn(run: Run): string {
  return done(run).stdout.trim().split('\n').at(-1) ?? '';
}

/** A file of squares of 900 m in UTM zone 23 south, the first at -47.25 -15.75. */
export function squaresFile(folder: string, name: string, count: number, crs: string | null = 'urn:ogc:def:crs:EPSG::31983'): string {
  const features = Array.from({ length: count }, (_, at) => {
    const [x, y] = [258_918.72 + 1000 * (at % 10), 8_257_432.54 + 1000 * Math.floor(at / 10)];
    return { type: 'Feature', properties: { nome: `Talhão ${at}` }, geometry: { type: 'Polygon', coordinates: [[[x, y], [x + 900, y], [x + 900, y + 900], [x, y + 900], [x, y]]] } };
  });
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', ...(crs === null ? {} : { crs: { type: 'name', properties: { name: crs } } }), features }));
  return file;
}
