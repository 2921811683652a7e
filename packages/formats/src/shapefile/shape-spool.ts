import { ProblemError } from '@geoinsights/contract/errors';
import type { Layer } from '@geoinsights/geometry';
import type { OutputFile } from '../driver.ts';
import type { ScratchFolder } from '../files/scratch.ts';
import { FileWindow } from '../files/window.ts';
import { Gathered } from './gathered.ts';
import { addFlatRecord } from './flat-records.ts';
import { emptyRange, HEADER_BYTES, indexHeader, newHeader } from './header.ts';
import { addNullRecord, NULL_RECORD_BYTES, RecordEncoder, shapeTypeOf } from './new-records.ts';
import type { Family } from './new-records.ts';
import { RECORD_HEADER_BYTES } from './record-table.ts';

/** The records of one shapefile and its index, kept aside until their headers are known, with room for these at the beginning. */
export class ShapeSpool {
  /** Null as long as there are only null shapes. */
  family: Family | null = null;
  count = 0;
  /** The number of points written as multipoints with one point. */
  pointsAsMultiPoints = 0;
  readonly #scratch: ScratchFolder;
  #records: Gathered;
  #index: Gathered;
  readonly #encoder: RecordEncoder;
  #hasZ: boolean;
  readonly #hasM: boolean;
  readonly #largest: number;

  /** @param largest bytes of the .shp file */
  constructor(scratch: ScratchFolder, hasZ: boolean, hasM: boolean, largest: number) {
    this.#scratch = scratch;
    this.#largest = largest;
    this.#records = afterHeader(scratch);
    this.#index = afterHeader(scratch);
    this.#encoder = new RecordEncoder(hasZ, hasM);
    this.#hasZ = hasZ;
    this.#hasM = hasM;
  }

  addNull(): void {
    this.#addToIndex(NULL_RECORD_BYTES);
    addNullRecord(this.#records, ++this.count);
  }

  /** Adds the parts of a feature that belong to the family; at least one of them has a vertex. @returns whether a vertex has no height and got 0 */
  add(geometry: Layer, feature: number, family: Family): boolean {
    const before = this.#records.size;
    const isWithoutHeight = this.#encoder.add(this.#records, ++this.count, family, geometry, feature);
    this.family = family;
    this.#addToIndex(this.#records.size - before, before);
    return isWithoutHeight;
  }

  #addToIndex(bytes: number, start: number = this.#records.size): void {
    const at = this.#index.room(8);
    this.#index.view.setInt32(at, start / 2);
    this.#index.view.setInt32(at + 4, (bytes - RECORD_HEADER_BYTES) / 2);
  }

  /** Whether the shapes have room for heights. */
  get hasZ(): boolean {
    return this.#hasZ;
  }

  get isFull(): boolean {
    return this.#records.isFull || this.#index.isFull;
  }

  /** @throws ProblemError if the file would be too large. @param file its future name */
  async settle(file: string): Promise<void> {
    if (this.#records.size > this.#largest) throw new ProblemError('shapefile-too-large', { file });
    await this.#records.settle();
    await this.#index.settle();
  }

  /** Converts all points added so far to multipoints. */
  async becomeMultiPoint(file: string): Promise<void> {
    this.family = 'multipoint';
    await this.#rewrite(file, (view, at) => this.#addPoint(view, at));
  }

  /** Removes the room for heights if no vertex had one; call it after the last shape. */
  async dropEmptyHeights(file: string): Promise<void> {
    const { family } = this;
    if (!this.#hasZ || this.#encoder.hasHeights || family === null) return;
    this.#hasZ = false;
    await this.#rewrite(file, (view, at) => {
      const before = this.#records.size;
      addFlatRecord(this.#records, ++this.count, family, this.#hasM, view, at);
      this.#addToIndex(this.#records.size - before, before);
    });
  }

  /** Adds every shape again, null shapes as they are. @param add takes a shape whose content begins at `at` */
  async #rewrite(file: string, add: (view: DataView, at: number) => void): Promise<void> {
    const [shapes, index] = [this.#records, this.#index];
    await shapes.finish();
    await index.drop();
    this.#records = afterHeader(this.#scratch);
    this.#index = afterHeader(this.#scratch);
    this.count = 0;
    await shapes.read(async (records) => {
      const window = new FileWindow(records);
      for (let at = HEADER_BYTES; at < records.size; ) {
        if (!window.has(at, at + RECORD_HEADER_BYTES)) await window.load(at, at + RECORD_HEADER_BYTES);
        const length = 2 * window.view.getInt32(at - window.start + 4);
        const end = at + RECORD_HEADER_BYTES + length;
        if (!window.has(at, end)) await window.load(at, end);
        if (at + RECORD_HEADER_BYTES + length > records.size) throw new Error('a scratch file became shorter');
        if (length + RECORD_HEADER_BYTES === NULL_RECORD_BYTES) this.addNull();
        else add(window.view, at + RECORD_HEADER_BYTES - window.start);
        at = end;
        if (this.isFull) await this.settle(file);
      }
    });
    await shapes.drop();
  }

  #addPoint(view: DataView, at: number): void {
    const ordinates = (place: number): Float64Array => Float64Array.of(view.getFloat64(at + place, true));
    const one = Int32Array.of(0, 1);
    this.add({
      xy: Float64Array.of(view.getFloat64(at + 4, true), view.getFloat64(at + 12, true)),
      // If no point had a height, the zeros in their place are none either.
      z: this.#hasZ && this.#encoder.hasHeights ? ordinates(20) : null,
      m: this.#hasM ? ordinates(this.#hasZ ? 28 : 20) : null,
      ringOffsets: one,
      partOffsets: one,
      featureOffsets: one,
      partKinds: Uint8Array.of(1),
    }, 0, 'multipoint');
    this.pointsAsMultiPoints++;
  }

  async finish(file: string): Promise<void> {
    await this.settle(file);
    await this.#records.finish();
    await this.#index.finish();
  }

  /** Makes the main file and the index; call it after `finish`. @param expected the family of a file with only null shapes; null if unknown */
  async moveTo(main: OutputFile, index: OutputFile, expected: Family | null): Promise<void> {
    const family = this.family ?? expected;
    const code = family === null ? 0 : shapeTypeOf(family, this.#hasZ, this.#hasM);
    const header = newHeader(code, this.#records.size, this.#hasZ ? this.#encoder.ranges : { ...this.#encoder.ranges, z: emptyRange() });
    await this.#records.moveTo(main, header);
    await this.#index.moveTo(index, indexHeader(header, this.count));
  }

  async drop(): Promise<void> {
    await this.#records.drop();
    await this.#index.drop();
  }
}

function afterHeader(scratch: ScratchFolder): Gathered {
  const gathered = new Gathered(scratch);
  gathered.room(HEADER_BYTES);
  return gathered;
}
