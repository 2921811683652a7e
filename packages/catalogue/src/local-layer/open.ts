import Flatbush from 'flatbush';
import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stepsOfPixel } from './mercator.ts';
import type { Attributes, GeographicExtent } from './source.ts';
import { ATTRIBUTES, attributesRecordSchema, MANIFEST, manifestSchema } from './store.ts';
import type { LevelRecord, Manifest, Section } from './store.ts';

/** One level of an open layer: its small arrays are in memory, its vertices are read as a map needs them. */
export interface OpenLevel {
  readonly zoom: number | null;
  /** Null if the level has no shapes. */
  readonly index: Flatbush | null;
  readonly offsets: Uint32Array;
  readonly kinds: Uint8Array;
  readonly features: Uint32Array;
  readonly parts: Uint32Array;
  readonly cellBlocks: Int32Array;
  /** Reads vertices as stored (see `store.ts`) into the start of `into`. */
  readVertices(first: number, end: number, into: Int32Array): void;
  readCells(first: number, end: number): Uint8Array;
}

/** Opens the output of `writeLocalLayer`. Levels are read on first use. */
export async function openLocalLayer(folder: string): Promise<LocalLayer> {
  return new LocalLayer(folder, manifestSchema.parse(JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'))));
}

/** A local layer open for reading; created by `openLocalLayer`. Reads block: draw in a separate thread. */
export class LocalLayer {
  readonly featureCount: number;
  /** Null if no feature has a position. */
  readonly extent: GeographicExtent | null;
  readonly #folder: string;
  readonly #manifest: Manifest;
  readonly #files = new Map<string, number>();
  readonly #levels = new Map<LevelRecord, OpenLevel>();

  constructor(folder: string, manifest: Manifest) {
    this.#folder = folder;
    this.#manifest = manifest;
    this.featureCount = manifest.features;
    this.extent = manifest.extent;
  }

  /** The coarsest level that shows everything that pixels of this many steps can distinguish. */
  levelFor(pixel: number): OpenLevel {
    const coarse = this.#manifest.levels.findLast(({ zoom }) => zoom !== null && stepsOfPixel(zoom) <= pixel * 1.01);
    return coarse === undefined ? this.fullLevel() : this.#level(coarse);
  }

  fullLevel(): OpenLevel {
    return this.#level(this.#manifest.levels[0]);
  }

  /** A feature's name, if it has one of its own, and its attributes. */
  attributesOf(feature: number): { label: string | null; attributes: Attributes } {
    const { offset } = this.#manifest.attributeOffsets;
    const [from = 0, end = 0] = new Float64Array(this.#read(ATTRIBUTES, offset + 8 * feature, 16).buffer);
    return attributesRecordSchema.parse(JSON.parse(Buffer.from(this.#read(ATTRIBUTES, from, end - from)).toString()));
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
    this.#levels.clear();
  }

  #level(record: LevelRecord): OpenLevel {
    const known = this.#levels.get(record);
    if (known !== undefined) return known;
    const { file, sections } = record;
    const bytes = ({ offset, bytes }: Section) => this.#read(file, offset, bytes).buffer;
    const level: OpenLevel = {
      zoom: record.zoom,
      index: record.shapes === 0 ? null : Flatbush.from(bytes(sections.index)),
      offsets: new Uint32Array(bytes(sections.offsets)),
      kinds: new Uint8Array(bytes(sections.kinds)),
      features: new Uint32Array(bytes(sections.features)),
      parts: new Uint32Array(bytes(sections.parts)),
      cellBlocks: new Int32Array(bytes(sections.cellBlocks)),
      readVertices: (first, end, into) => this.#readInto(file, sections.vertices.offset + 8 * first, new Uint8Array(into.buffer, into.byteOffset, 8 * (end - first))),
      readCells: (first, end) => this.#read(file, sections.cells.offset + 4 * first, 4 * (end - first)),
    };
    this.#levels.set(record, level);
    return level;
  }

  #read(name: string, position: number, bytes: number): Uint8Array<ArrayBuffer> {
    const into = new Uint8Array(bytes);
    this.#readInto(name, position, into);
    return into;
  }

  #readInto(name: string, position: number, into: Uint8Array): void {
    let file = this.#files.get(name);
    if (file === undefined) {
      file = openSync(path.join(this.#folder, name), 'r');
      this.#files.set(name, file);
    }
    for (let read = 0; read < into.length; ) {
      const count = readSync(file, into, read, into.length - read, position + read);
      if (count === 0) throw new Error(`${name} of a local layer ends too early.`);
      read += count;
    }
  }
}
