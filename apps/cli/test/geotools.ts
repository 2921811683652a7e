import { spawnSync } from 'node:child_process';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '..', 'src', 'main.ts');

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a user would. */
export function geotools(...args: string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}
