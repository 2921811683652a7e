import { ERRORS, ProblemError } from '@geoinsights/contract/errors';
import { applyPatch, repairNow } from '@geoinsights/geometry';
import type { Layer, Patch } from '@geoinsights/geometry';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFolder, driverFor, fileOfBytes, groupDatasets, memoryFolder, namingArchive, openDiskFile, problemOfAll } from '../../src/index.ts';
import { splitName } from '../../src/file-names.ts';
import type { Dataset, DatasetFiles, InputFile, OutputFile, OutputFolder } from '../../src/index.ts';
import { Dice } from './dice.ts';
import type { Mutant } from './mutants.ts';
import { chancePatch } from './stub-kernel.ts';

/** How far a mutant got: refused with a code, or processed with or without changed features. */
export type Outcome = { readonly refused: string } | { readonly refused: null; readonly changed: boolean };

/** Something that must never happen; the message says what. */
export class Finding extends Error {
  readonly kind: string;

  constructor(kind: string, message: string, options?: ErrorOptions) {
    super(`${kind}: ${message}`, options);
    this.kind = kind;
  }
}

/** Layers with at most this many vertices are repaired by the kernel itself, every third time. */
const KERNEL_VERTICES = 400;

/**
 * Takes a mutant through the whole process: group, open, read attributes, repair, apply, reopen. Every fourth uses the disk, the others
 * memory, where every output that is begun must be ended.
 * @param folder an empty folder; it is empty again afterwards
 * @throws Finding
 */
export async function tryMutant(mutant: Mutant, folder: string): Promise<Outcome> {
  const onDisk = mutant.number % 4 === 1;
  const work = join(folder, 'work');
  mkdirSync(work);
  const place = onDisk ? new DiskPlace(folder, mutant.files) : new MemoryPlace(mutant.files);
  let outcome: Outcome;
  try {
    outcome = await takeThrough(mutant, place, work);
  } catch (error) {
    if (error instanceof Finding) throw error;
    if (!(error instanceof ProblemError)) throw new Finding('crash', error instanceof Error ? (error.stack ?? error.message) : String(error), { cause: error });
    judgeProblem(error);
    if (place.results().length > 0) throw new Finding('half written', `${error.code}, and ${place.results().join(', ')} was written`);
    outcome = { refused: error.code };
  } finally {
    await place.close();
  }
  const left = [...readdirSync(work), ...place.unfinished()];
  if (left.length > 0) throw new Finding('left behind', left.join(', '));
  const changed = place.changedInputs();
  if (changed.length > 0) throw new Finding('input changed', changed.join(', '));
  rmSync(work, { recursive: true });
  return outcome;
}

async function takeThrough(mutant: Mutant, place: Place, work: string): Promise<Outcome> {
  const dice = new Dice(~mutant.number);
  const inputs = await place.open();
  const groups = await groupDatasets(inputs, { workFolder: work });
  let changed = false;
  try {
    if (groups.failures.length > 0) throw problemOfAll(groups.failures);
    // Results of several datasets in one archive may have the same name; each has a separate place.
    for (const [position, group] of groups.datasets.entries()) {
      if (await namingArchive(group.archive, () => takeDataset(mutant, group, place, work, dice, position))) changed = true;
    }
  } finally {
    await groups.close();
  }
  return { refused: null, changed };
}

async function takeDataset(mutant: Mutant, group: DatasetFiles, place: Place, work: string, dice: Dice, position: number): Promise<boolean> {
  const driver = await driverFor(group.format);
  const dataset = await driver.open(group, { workFolder: work });
  try {
    for (const [index, layer] of dataset.layers.entries()) {
      const { geometry } = layer;
      judgeLayer(geometry);
      const features = geometry.featureOffsets.length - 1;
      if (features > 0) layer.label(features - 1);
      const attributes = dataset.attributes(index);
      try {
        for (const feature of [0, 1, features - 1]) if (feature >= 0 && feature < features) await attributes.at(feature);
      } finally {
        await attributes.close();
      }
    }
    await judgeIdentity(group, dataset, place, position);
    const patches = dataset.layers.map(({ geometry, crs }): Patch | null => {
      if (dice.chance(0.3) && geometry.xy.length <= 2 * KERNEL_VERTICES) {
        return repairNow(geometry, { units: crs.units, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: dataset.shellWinding, threads: 1 }).patch;
      }
      return chancePatch(geometry, dice);
    });
    if (patches.every((patch) => patch === null)) return false;
    await judgeResult(mutant, group, dataset, patches, place, work, position);
    return true;
  } finally {
    await dataset.close();
  }
}

/** Corrections that a driver makes by itself, with a note. */
const REWRITTEN = new Set(['geopackage-log-merged', 'geopackage-change-undone', 'shapefile-holes-turned']);

/** Without a patch the output equals the input byte for byte, except for a rebuilt index, a merged log and reversed holes. */
async function judgeIdentity(group: DatasetFiles, dataset: Dataset, place: Place, position: number): Promise<void> {
  const to = place.output(`same-${position}`);
  const { files } = await dataset.apply(dataset.layers.map(() => null), to.folder);
  for (const [index, file] of group.files.entries()) {
    // A shapefile under another extension comes back under its own.
    const name = group.format === 'shapefile' && index === 0 ? `${splitName(file.name).base}${/\.shp$/i.exec(file.name)?.[0] ?? '.shp'}` : file.name;
    if (!files.includes(name)) {
      if (group.format === 'geopackage' && file.name !== group.files[0].name) continue;
      throw new Finding('not identical', `${file.name} did not come back`);
    }
    if (/\.shx$/i.test(file.name) || dataset.notes.some(({ code }) => REWRITTEN.has(code))) continue;
    const before = Buffer.from(await file.read(0, file.size));
    if (!before.equals(to.read(name))) throw new Finding('not identical', `${file.name} came back otherwise without a patch`);
  }
  to.drop();
}

/** The output can be opened, and every feature has exactly the positions that the patch gave it. */
async function judgeResult(mutant: Mutant, group: DatasetFiles, dataset: Dataset, patches: readonly (Patch | null)[], place: Place, work: string, position: number): Promise<void> {
  const driver = await driverFor(group.format);
  const to = place.output(`result-${position}`);
  const { files } = await dataset.apply(patches, to.folder);
  if (files.length !== new Set(files).size) throw new Finding('wrong result', `two files of one name: ${files.join(', ')}`);
  const inputs = files.map((name): InputFile => fileOfBytes(name, to.read(name)));
  let again: Dataset;
  try {
    again = await driver.open({ ...group, files: inputs }, { workFolder: work });
  } catch (error) {
    throw new Finding('wrong result', `what was written does not open: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  try {
    if (again.layers.length !== dataset.layers.length) throw new Finding('wrong result', `${again.layers.length} layers instead of ${dataset.layers.length}`);
    for (const [index, { geometry }] of dataset.layers.entries()) {
      const patch = patches[index];
      const expected = patch === null ? geometry : applyPatch(geometry, patch);
      const feature = firstDifference(expected, again.layers[index].geometry);
      if (feature >= 0) {
        throw new Finding('wrong result', `feature ${feature} of layer ${index} of mutant ${mutant.number} holds ${positionsOf(again.layers[index].geometry, feature).join(' ').slice(0, 300)} instead of ${positionsOf(expected, feature).join(' ').slice(0, 300)}`);
      }
    }
  } finally {
    await again.close();
  }
  to.drop();
}

function firstDifference(expected: Layer, found: Layer): number {
  const count = Math.max(expected.featureOffsets.length, found.featureOffsets.length) - 1;
  for (let feature = 0; feature < count; feature++) {
    if (feature >= expected.featureOffsets.length - 1 || feature >= found.featureOffsets.length - 1) return feature;
    const [wanted, got] = [positionsOf(expected, feature), positionsOf(found, feature)];
    if (wanted.length !== got.length || wanted.some((position, index) => position !== got[index])) return feature;
  }
  return -1;
}

/** The positions of a feature in a canonical order: formats may reverse rings and sort shells before holes. Absent ordinates are 0. */
function positionsOf({ xy, z, m, ringOffsets, partOffsets, featureOffsets }: Layer, feature: number): string[] {
  const positions: string[] = [];
  if (feature >= featureOffsets.length - 1) return positions;
  for (let ring = partOffsets[featureOffsets[feature]]; ring < partOffsets[featureOffsets[feature + 1]]; ring++) {
    for (let at = ringOffsets[ring]; at < ringOffsets[ring + 1]; at++) positions.push(`${xy[2 * at] + 0},${xy[2 * at + 1] + 0},${(z?.[at] ?? 0) || 0},${(m?.[at] ?? 0) || 0}`);
  }
  return positions.sort();
}

/** Offsets ascend and end where the next level does; no array is longer than stated. */
function judgeLayer({ xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): void {
  const levels = [
    [featureOffsets, partOffsets.length - 1, 'features'],
    [partOffsets, ringOffsets.length - 1, 'parts'],
    [ringOffsets, xy.length / 2, 'rings'],
  ] as const;
  for (const [offsets, end, name] of levels) {
    if (offsets[0] !== 0 || offsets[offsets.length - 1] !== end) throw new Finding('wrong layer', `offsets of ${name} run from ${offsets[0]} to ${offsets[offsets.length - 1]}, not to ${end}`);
    for (let at = 1; at < offsets.length; at++) if (offsets[at] < offsets[at - 1]) throw new Finding('wrong layer', `offsets of ${name} go back`);
  }
  if (partKinds.length !== partOffsets.length - 1 || partKinds.some((kind) => kind < 1 || kind > 3)) throw new Finding('wrong layer', 'kinds of parts');
  if ([z, m].some((values) => values !== null && values.length !== xy.length / 2)) throw new Finding('wrong layer', 'as many Z or M as vertices');
}

/** Codes for our own faults, never those of a file. */
const OURS = new Set(['internal', 'storage-full', 'result-check-failed', 'task-crashed']);
/** A good sentence names the file, has all placeholders filled and reveals nothing of the machine. */
const UNCLEAR = /\{\w+\}|"\?"|: \?|\(line \?|undefined|(?<!like )NaN|\[object|\/tmp|\/dev\/|node:|\n {4}at |SQLITE_|ERR_/;

/** Refusals must say what and where. */
function judgeProblem(error: ProblemError): void {
  const say = (what: string): Finding => new Finding('unclear error', `${what}: ${error.code}: ${error.message}`);
  if (!(error.code in ERRORS) || OURS.has(error.code)) throw say('the code');
  if (!/^[^a-z].{20,}[.?!]$/s.test(error.message) || error.message.length > 1000) throw say('no sentence');
  if (!/farm/i.test(error.message)) throw say('it names no file');
  if (UNCLEAR.test(error.message.replaceAll(/"[^"]*"/g, '""'))) throw say('something is missing in it');
  for (const [name, least] of [['line', 1], ['column', 1], ['record', 1], ['offset', 0]] as const) {
    if (name in error.details && !(Number.isInteger(error.details[name]) && Number(error.details[name]) >= least)) throw say(`a ${name} that cannot be`);
  }
}

interface Output {
  readonly folder: OutputFolder;
  read(name: string): Buffer;
  drop(): void;
}

/** Where inputs are and results go. */
interface Place {
  open(): Promise<InputFile[]>;
  output(name: string): Output;
  /** The current results. */
  results(): string[];
  /** Outputs that were begun and neither finished nor dropped. */
  unfinished(): string[];
  changedInputs(): string[];
  close(): Promise<void>;
}

class MemoryPlace implements Place {
  readonly #files: Mutant['files'];
  readonly #copies: Record<string, Buffer>;
  readonly #begun = new Set<string>();
  #results: string[] = [];

  constructor(files: Mutant['files']) {
    this.#files = files;
    this.#copies = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]));
  }

  open(): Promise<InputFile[]> {
    return Promise.resolve(Object.entries(this.#files).map(([name, bytes]) => fileOfBytes(name, bytes)));
  }

  output(): Output {
    const memory = memoryFolder();
    const create = async (name: string): Promise<OutputFile> => {
      const file = await memory.create(name);
      this.#begun.add(name);
      return {
        write: (bytes) => file.write(bytes),
        close: async () => {
          this.#begun.delete(name);
          this.#results.push(name);
          await file.close();
        },
        abort: async () => {
          this.#begun.delete(name);
          await file.abort();
        },
      };
    };
    const read = (name: string): Buffer => {
      const bytes = memory.files.get(name);
      if (bytes === undefined) throw new Finding('wrong result', `${name} is named but was not written`);
      return Buffer.from(bytes);
    };
    return { folder: { create }, read, drop: () => void (this.#results = []) };
  }

  results(): string[] {
    return this.#results;
  }

  unfinished(): string[] {
    return [...this.#begun];
  }

  changedInputs(): string[] {
    return Object.keys(this.#files).filter((name) => !this.#files[name].equals(this.#copies[name]));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class DiskPlace implements Place {
  readonly #folder: string;
  readonly #files: Mutant['files'];
  readonly #open: Awaited<ReturnType<typeof openDiskFile>>[] = [];

  constructor(folder: string, files: Mutant['files']) {
    this.#folder = folder;
    this.#files = files;
    for (const name of ['input', 'output']) mkdirSync(join(folder, name));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'input', name), bytes);
  }

  async open(): Promise<InputFile[]> {
    for (const name of Object.keys(this.#files)) this.#open.push(await openDiskFile(join(this.#folder, 'input', name)));
    return this.#open;
  }

  output(name: string): Output {
    const folder = join(this.#folder, 'output', name);
    mkdirSync(folder);
    return { folder: diskFolder(folder), read: (file) => readFileSync(join(folder, file)), drop: () => rmSync(folder, { recursive: true }) };
  }

  results(): string[] {
    return readdirSync(join(this.#folder, 'output'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  unfinished(): string[] {
    return this.results().filter((name) => name.endsWith('.part'));
  }

  changedInputs(): string[] {
    const input = join(this.#folder, 'input');
    const names = new Set([...readdirSync(input), ...Object.keys(this.#files)]);
    const changed = [...names].filter((name) => !(name in this.#files) || !readFileSync(join(input, name)).equals(this.#files[name]));
    rmSync(join(this.#folder, 'input'), { recursive: true });
    rmSync(join(this.#folder, 'output'), { recursive: true });
    return changed;
  }

  async close(): Promise<void> {
    for (const file of this.#open) await file.close();
  }
}
