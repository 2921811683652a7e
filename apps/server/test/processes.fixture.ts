import { spawn } from 'node:child_process';
import { expect, vi } from 'vitest';
import { PATIENCE } from './patience.fixture.ts';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The child processes of another process. */
export function childrenOf(pid: number | undefined): Promise<number[]> {
  return new Promise((resolve) => {
    const child = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', () => resolve(output.trim().split(/\s+/).filter(Boolean).map(Number)));
  });
}

/** The child processes of another process, once this many exist: a runner takes a moment to start. */
export function childrenWhenThere(pid: number | undefined, count: number): Promise<number[]> {
  return vi.waitFor(async () => {
    const children = await childrenOf(pid);
    expect(children).toHaveLength(count);
    return children;
  }, PATIENCE);
}
