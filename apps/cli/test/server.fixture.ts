import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const SERVER_MAIN = path.resolve(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts');
const children: ChildProcess[] = [];

/** For `afterAll`: ends what a test that failed left running. */
export function endServers(): void {
  for (const child of children) child.kill('SIGKILL');
}

export interface RunningServer {
  readonly address: string;
  stop(): Promise<void>;
}

/** The real server in a process of its own, on this data folder and the database that the environment names. */
export async function startServer(dataFolder: string): Promise<RunningServer> {
  const { PATH, NODE_COMPILE_CACHE, DATABASE_URL } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: dataFolder, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER_MAIN], { env });
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
