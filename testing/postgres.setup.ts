import { spawn } from 'node:child_process';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server for the tests; absent if they run on the embedded database. */
    readonly postgres?: string;
  }
}

const SERVER = path.resolve(import.meta.dirname, '..', 'scripts', 'throwaway-postgres.mjs');

/** Starts one PostgreSQL server for all tests of the project. It ends when its input closes: by the teardown, or because this process is gone. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // In a group of its own, so that Ctrl+C does not reach it before the tests have finished with it.
  const child = spawn(process.execPath, [SERVER], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The PostgreSQL server of the tests did not start; the line before says why.')));
  });
  project.provide('postgres', address);
  return async () => {
    child.stdin.end();
    await ended;
  };
}
