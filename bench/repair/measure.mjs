// Runs a program and reads from the system what it and its children used.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SAMPLE_MS = 20;
/** Clock ticks of /proc a second; the same on every Linux that Node runs on. */
const TICKS = 100;

/**
 * @returns {Promise<{ ok: boolean, wall: number, cpu: number | null, peak: number | null, error: string }>} seconds and bytes;
 * CPU and memory are read from /proc every 20 ms, so they are null elsewhere, and the last moments of a program are missed.
 */
export function measure(command, args, options = {}) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let error = '';
    /** CPU seconds and largest resident size of each process of the tree. */
    const used = new Map();
    child.stderr.on('data', (text) => (error = (error + text).slice(-2000)));
    const timer = setInterval(() => sample(child.pid, used), SAMPLE_MS);
    const done = (ok) => {
      clearInterval(timer);
      const usages = [...used.values()];
      resolve({
        ok,
        error,
        wall: (performance.now() - started) / 1000,
        cpu: usages.length === 0 ? null : usages.reduce((sum, { cpu }) => sum + cpu, 0),
        peak: usages.length === 0 ? null : usages.reduce((sum, { peak }) => sum + peak, 0),
      });
    };
    child.on('error', (problem) => {
      error = problem.message;
      done(false);
    });
    child.on('close', (code) => done(code === 0));
  });
}

function sample(pid, used) {
  if (pid === undefined) return;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    const before = used.get(pid)?.peak ?? 0;
    used.set(pid, { cpu: (Number(fields[11]) + Number(fields[12])) / TICKS, peak: peak === null ? before : Number(peak[1]) * 1024 });
    for (const thread of readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ')) if (thread !== '') sample(Number(thread), used);
  } catch {
    // The process has ended, or there is no /proc here.
  }
}
