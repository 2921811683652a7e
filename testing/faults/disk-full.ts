import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import { tryEmbedded } from './embedded.ts';
import type { EmbeddedReport, Load, Struck } from './embedded.ts';

const MEBIBYTE = 1_048_576;
const DISK_BYTES = 448 * MEBIBYTE;
const FLOOR_BYTES = 48 * MEBIBYTE;
const LONGEST_WAIT_MILLISECONDS = 1500;
const LONGEST_FULL_MILLISECONDS = 4000;
/** The longest wait for the next completed task once there is room again. */
const HEALING_MILLISECONDS = 60_000;

/** What this machine lacks for a small disk, in words; null if it has everything. */
export function lackingForSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'a small disk is mounted on Linux only';
  const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-mount-'));
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? null : 'this account may mount no small disk';
}

/**
 * The disk of the data folder is filled to the last byte at random times, whatever its server is doing, and emptied again some seconds
 * later. The server is not restarted.
 */
export async function fillDisk(times: number, load: Load, minutes = Infinity): Promise<EmbeddedReport> {
  const disk = mkdtempSync(path.join(tmpdir(), 'geoinsights-small-disk-'));
  mount('mount', '-t', 'tmpfs', '-o', `size=${String(DISK_BYTES)}`, 'none', disk);
  const filler = path.join(disk, 'filler');
  try {
    return await tryEmbedded({
      times,
      minutes,
      folder: disk,
      environment: { DISK_FLOOR_BYTES: String(FLOOR_BYTES) },
      load,
      bytes: 150_000,
      strike: async (server: ClusterNode, { visitors, meet }: Struck, time) => {
        await pause(Math.random() * LONGEST_WAIT_MILLISECONDS);
        meet();
        fill(filler);
        await pause(Math.random() * LONGEST_FULL_MILLISECONDS);
        rmSync(filler);
        const [before, since] = [visitors.completed, performance.now()];
        while (visitors.completed === before && performance.now() - since < HEALING_MILLISECONDS) await pause(50);
        if (visitors.completed === before) throw new Error(`The server does not work again although there is room, at time ${String(time + 1)}: ${server.output.slice(-3000)}`);
      },
      mayHappen: (what) => what === 'storage-full' || what.endsWith(' 507 storage-full'),
    });
  } finally {
    mount('umount', '--lazy', disk);
    rmSync(disk, { recursive: true, force: true });
  }
}

function mount(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

/** To the last available byte. */
function fill(filler: string): void {
  const file = openSync(filler, 'w');
  try {
    for (let size = MEBIBYTE; size >= 1; size = Math.floor(size / 16)) writeUntilFull(file, new Uint8Array(size));
  } finally {
    closeSync(file);
  }
}

function writeUntilFull(file: number, bytes: Uint8Array): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
