import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DiskSpool } from './disk-spool.ts';

it('returns what it was given, whether already on disk or not, and leaves nothing there', () => {
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

it('returns small records in any order, also those across the borders of its memory buffer, while more arrive', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'spool-'));
  const spool = new DiskSpool(folder, 100_000);
  try {
    const records: { readonly place: number; readonly bytes: Uint8Array }[] = [];
    const give = (): void => {
      const number = records.length;
      const bytes = new Uint8Array(8 * (1 + ((number * 7919) % 250)));
      for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 31 + number) % 251;
      records.push({ place: spool.append(bytes), bytes });
    };
    const wrong: number[] = [];
    // Six megabytes, four of which are kept.
    while (records.length < 6000) give();
    for (let read = 0; read < 12_000; read++) {
      const { place, bytes } = records[(read * 4099 + (read % 3)) % records.length];
      const found = spool.read(place, bytes.length);
      if (found.byteOffset % 8 !== 0 || Buffer.compare(found, bytes) !== 0) wrong.push(place);
      if (read % 10 === 0) give();
    }
    expect(wrong).toEqual([]);
  } finally {
    spool.close();
    rmSync(folder, { recursive: true });
  }
});
