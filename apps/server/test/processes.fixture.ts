import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
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

/**
 * Returns when none of these processes has used the processor for a while, on Linux: what it loads as it starts is loaded then, however slow the machine is.
 */
export async function untilIdle(pids: readonly number[]): Promise<void> {
  let before = '';
  for (let quiet = 0; quiet < 6; ) {
    await pause(250);
    const now = pids.map(ticksOf).join();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}

/** The processor time of a process in user and system mode, in ticks of its system. */
function ticksOf(pid: number): string {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // The name of the program before it may contain anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13).join();
}
