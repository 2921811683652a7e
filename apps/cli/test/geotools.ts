import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '..', 'bin', 'geotools.js');

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program and arguments that run the command line. */
export function geotoolsCommand(...args: string[]): [string, ...string[]] {
  return [process.execPath, '--disable-warning=ExperimentalWarning', MAIN, ...args];
}

/** Runs the command line as a user would. */
export function geotools(...args: string[]): Run {
  const [program, ...rest] = geotoolsCommand(...args);
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Runs the command line with bytes on its standard input. @returns the bytes that it wrote. */
export function geotoolsWithInput(input: Uint8Array, ...args: string[]): { status: number | null; stdout: Buffer; stderr: string } {
  const [program, ...rest] = geotoolsCommand(...args);
  const { status, stdout, stderr } = spawnSync(program, rest, { input, maxBuffer: 1 << 30 });
  return { status, stdout, stderr: stderr.toString() };
}

/** Runs `geotools layers` on a data folder. Not with `spawnSync`: a service of the test must be able to respond meanwhile. */
export function geotoolsLayers(dataFolder: string, ...args: string[]): Promise<Run> {
  const [program, ...rest] = geotoolsCommand('layers', ...args);
  const child = spawn(program, rest, { env: { ...process.env, DATA_DIR: dataFolder } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}
