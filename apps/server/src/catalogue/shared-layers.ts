import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '@geoinsights/contract';
import type { Config } from '../config.ts';
import { forEachConcurrently } from '../files/for-each-concurrently.ts';
import type { Room } from '../files/room.ts';
import type { S3Bucket } from '../files/s3-bucket.ts';

const LAYERS = 'layers/';
/** Lists all other files of a layer, and is stored last: a layer that has it is complete. */
const MANIFEST = 'layer.json';

export interface SharedLayersParts {
  readonly bucket: S3Bucket;
  /** Where the data of layers lies on this machine, one folder each. */
  readonly folder: string;
  /** The maximum disk space for it, in bytes. */
  readonly cacheBytes: number;
  readonly room: Room;
}

/** Null if layers are only on the disk of this machine. */
export function sharedLayers({ dataFolder, storage }: Pick<Config, 'dataFolder' | 'storage'>, bucket: S3Bucket | null, room: Room): SharedLayers | null {
  return storage === null || bucket === null ? null : new SharedLayers({ bucket, folder: path.join(dataFolder, 'layers'), cacheBytes: storage.layerCacheBytes, room });
}

/** In the order of their last use. */
interface Held {
  readonly bytes: number;
  users: number;
}

/**
 * The data of published layers in a bucket, `layers/<uuid>/<file>`, and the local cache of it. The cache holds whole layers, since
 * drawing reads here and there in all their files. The least recently used ones are evicted if there is no room left; data in use
 * never is, even if it exceeds the whole cache.
 */
export class SharedLayers {
  readonly #parts: SharedLayersParts;
  readonly #held = new Map<string, Held>();
  readonly #coming = new Map<string, Promise<void>>();

  constructor(parts: SharedLayersParts) {
    this.#parts = parts;
  }

  /** Lets `work` read the folders of this data, fetching it first. @throws ProblemError layer-data-missing, storage-unavailable, storage-full */
  async use<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const held: Held[] = [];
    try {
      for (const name of names) held.push(await this.#hold(name));
      return await work();
    } finally {
      for (const each of held) each.users--;
      await this.#makeRoom();
    }
  }

  /** Uploads the folder of `name`, unless the bucket already has it. */
  async share(name: string): Promise<void> {
    const { bucket, folder } = this.#parts;
    if ((await this.#stored(name)).some(({ key }) => key === keyOf(name, MANIFEST))) return;
    const store = async (file: string) => {
      const place = path.join(folder, name, file);
      await bucket.put(keyOf(name, file), createReadStream(place), (await stat(place)).size);
    };
    const files = await readdir(path.join(folder, name));
    await forEachConcurrently(files.filter((file) => file !== MANIFEST), store);
    await store(MANIFEST);
  }

  /** Uploads what is here and not in the bucket: the server used to have only a disk, or the bucket was unavailable. */
  async shareAll(names: Iterable<string>): Promise<void> {
    const stored = new Set<string>();
    for await (const { key } of this.#parts.bucket.list(LAYERS)) stored.add(key);
    for (const name of names) if (!stored.has(keyOf(name, MANIFEST)) && existsSync(path.join(this.#parts.folder, name))) await this.share(name);
  }

  async remove(name: string): Promise<void> {
    this.#held.delete(name);
    await rm(path.join(this.#parts.folder, name), { recursive: true, force: true });
    // A layer without its manifest does not count, so that goes first.
    const keys = (await this.#stored(name)).map(({ key }) => key);
    for (const key of [...keys].sort((a, b) => Number(b.endsWith(MANIFEST)) - Number(a.endsWith(MANIFEST)))) await this.#parts.bucket.delete(key);
  }

  /** Deletes from the bucket what no row names and what was stored before a given time: newer data may still get its row. */
  async sweep(known: () => Promise<ReadonlySet<string>>, before: Date): Promise<void> {
    const old = await this.namesBefore(before);
    const names = await known();
    for (const name of old) if (!names.has(name)) await this.remove(name);
  }

  /** The data in the bucket that were stored before a given time. */
  async namesBefore(before: Date): Promise<string[]> {
    const newest = new Map<string, Date>();
    for await (const { key, modified } of this.#parts.bucket.list(LAYERS)) {
      const name = key.slice(LAYERS.length).split('/', 1)[0] ?? '';
      newest.set(name, new Date(Math.max(modified.getTime(), newest.get(name)?.getTime() ?? 0)));
    }
    return [...newest].flatMap(([name, modified]) => (modified < before ? [name] : []));
  }

  async #hold(name: string): Promise<Held> {
    for (;;) {
      const held = this.#held.get(name);
      if (held !== undefined) {
        held.users++;
        // The most recently used one is last.
        this.#held.delete(name);
        this.#held.set(name, held);
        return held;
      }
      const coming = this.#coming.get(name) ?? this.#bring(name).finally(() => this.#coming.delete(name));
      this.#coming.set(name, coming);
      await coming;
    }
  }

  async #bring(name: string): Promise<void> {
    const { bucket, folder, room } = this.#parts;
    const place = path.join(folder, name);
    if (!existsSync(place)) {
      const stored = await this.#stored(name);
      if (!stored.some(({ key }) => key === keyOf(name, MANIFEST))) throw new ProblemError('layer-data-missing', { data: name });
      await room.require(stored.reduce((sum, { size }) => sum + size, 0));
      const part = `${place}.${randomUUID()}.part`;
      await mkdir(part);
      try {
        await forEachConcurrently(stored, async ({ key, size }) => {
          const found = await bucket.read(key, null);
          if (found === null) throw new ProblemError('layer-data-missing', { data: name });
          await pipeline(found.content, createWriteStream(path.join(part, path.basename(key))));
          if (found.size !== size) throw new Error(`${key} has ${String(found.size)} bytes instead of ${String(size)}.`);
        });
        await rename(part, place);
      } finally {
        await rm(part, { recursive: true, force: true });
      }
    }
    this.#held.set(name, { bytes: await bytesIn(place), users: 0 });
  }

  async #makeRoom(): Promise<void> {
    let total = [...this.#held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [name, { bytes, users }] of this.#held) {
      if (total <= this.#parts.cacheBytes) return;
      if (users > 0) continue;
      this.#held.delete(name);
      total -= bytes;
      const gone = path.join(this.#parts.folder, `${name}.${randomUUID()}.gone`);
      this.#moveAway(name, gone);
      await rm(gone, { recursive: true, force: true });
    }
  }

  /** Before anybody else has a turn: who wants the data a moment later must not find the folder that is about to go. */
  #moveAway(name: string, to: string): void {
    try {
      renameSync(path.join(this.#parts.folder, name), to);
    } catch {
      // It has been removed already.
    }
  }

  async #stored(name: string): Promise<{ readonly key: string; readonly size: number }[]> {
    const stored: { key: string; size: number }[] = [];
    for await (const { key, size } of this.#parts.bucket.list(keyOf(name, ''))) stored.push({ key, size });
    return stored;
  }
}

function keyOf(name: string, file: string): string {
  return `${LAYERS}${name}/${file}`;
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const file of await readdir(folder)) bytes += (await stat(path.join(folder, file))).size;
  return bytes;
}
