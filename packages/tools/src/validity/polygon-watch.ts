import type { FormatName } from '@geoinsights/contract';
import { GeometryType, type FeatureBatch } from '@geoinsights/formats';
import type { InvalidFeatures } from './invalid-note.ts';
import { Judge } from './judge.ts';
import { JudgeThread } from './judge-thread.ts';

/** Up to so many vertices are judged at once, which takes less than starting a thread. */
const VERTICES_AT_ONCE = 1 << 18;
/** Those of a triangle, the first one counted again at its end. */
const FEWEST_VERTICES = 4;
/** Batches that the thread may be behind: enough to start while features are written on, and few megabytes. */
const MOST_BEHIND = 24;
/** What reads one of these takes the polygons of a collection for a MultiPolygon; a shapefile knows nothing else. */
const JOINING_COLLECTIONS: ReadonlySet<FormatName> = new Set(['shapefile', 'kml', 'kmz']);

/** Finds the polygons that are not valid in what is written, while it is written: of a large dataset in a thread beside that. */
export class PolygonWatch {
  readonly #judge = new Judge();
  readonly #joinsCollections: boolean;
  readonly #layers: (InvalidFeatures | null)[];
  readonly #startThread: () => Pick<JudgeThread, 'judge' | 'end'>;
  readonly #isLarge: boolean;
  #thread: Pick<JudgeThread, 'judge' | 'end'> | null = null;
  #vertices = 0;
  /** The batches that the thread has not answered about, in their order. */
  readonly #behind: Promise<void>[] = [];

  /**
   * @param layers how many there are
   * @param polygons how many there may be. If so many have more vertices than are judged at once, the thread judges all of them.
   */
  constructor(format: FormatName, layers: number, polygons = 0, startThread: () => Pick<JudgeThread, 'judge' | 'end'> = () => new JudgeThread()) {
    this.#joinsCollections = JOINING_COLLECTIONS.has(format);
    this.#layers = Array.from({ length: layers }, () => null);
    this.#isLarge = polygons * FEWEST_VERTICES > VERTICES_AT_ONCE;
    this.#startThread = startThread;
  }

  /** Takes the next features of a layer. @throws whatever the thread failed of */
  async add(layer: number, { first, geometry, types, rows }: FeatureBatch): Promise<void> {
    this.#vertices += geometry.xy.length / 2;
    const areApart = !this.#joinsCollections && types.includes(GeometryType.GeometryCollection) ? types.map((type) => (type === GeometryType.GeometryCollection ? 1 : 0)) : null;
    const features = { geometry, areApart };
    const note = (invalid: readonly number[]): void => this.#note(layer, invalid, first, rows);
    if (!this.#isLarge && this.#vertices <= VERTICES_AT_ONCE) {
      note(await this.#judge.invalidAmong(features));
      return;
    }
    this.#thread ??= this.#startThread();
    const answered = this.#thread.judge(features).then(note);
    // Awaited below, or by `finish`; until then, its failure must not count as one that nobody handles.
    answered.catch(() => undefined);
    this.#behind.push(answered);
    if (this.#behind.length > MOST_BEHIND) await this.#behind.shift();
  }

  /** What is not valid in each layer, null for a layer in which all is. Call it after the last features. @throws whatever the thread failed of */
  async finish(): Promise<readonly (InvalidFeatures | null)[]> {
    await Promise.all(this.#behind);
    return this.#layers;
  }

  /** Call it at the end in any case. */
  async end(): Promise<void> {
    await this.#thread?.end();
  }

  #note(layer: number, invalid: readonly number[], first: number, rows: FeatureBatch['rows']): void {
    if (invalid.length === 0) return;
    const before = this.#layers[layer];
    this.#layers[layer] = before === null ? { count: invalid.length, first: first + invalid[0], row: rows[invalid[0]] } : { ...before, count: before.count + invalid.length };
  }
}
