import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DiskSpool } from './disk-spool.ts';

it('gives back what it was given, whether it is on the disk yet or not, and leaves nothing there', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'spool-'));
  try {
    const spool = new DiskSpool(folder);
    expect(readdirSync(folder)).toEqual([]);
    const sizes = [8, 400_000, 0, 800_000, 16, 3_000_000, 24, 1_048_576, 8];
    const given = sizes.map((size, i) => Uint8Array.from({ length: size }, (_, at) => (at * 31 + i) % 251));
    const places = given.map((bytes) => spool.append(bytes));
    for (const i of [8, 0, 5, 1, 3, 7, 2, 4, 6]) expect(Buffer.compare(spool.read(places[i], sizes[i]), given[i])).toBe(0);
    spool.close();
    expect(readdirSync(folder)).toEqual([]);
    spool.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
