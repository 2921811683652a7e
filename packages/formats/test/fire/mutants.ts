import type { FormatName } from '@geoinsights/contract';
import { join } from 'node:path';
import { hostileArchive } from './archive-mutations.ts';
import type { ArchiveMember } from './archive-mutations.ts';
import { mutateBytes } from './byte-mutations.ts';
import { Dice } from './dice.ts';
import { mutateBlobs, mutatePages, mutateSchema } from './geopackage-mutations.ts';
import { BLOB_SEEDS, BROKEN_OFF_SEED, GEOPACKAGE_SEEDS, JSON_SEEDS, KML_ENCODINGS, KML_SEEDS, LOGGED_SEED, SHAPEFILE_SEEDS } from './seeds.ts';
import { mutateShapefile } from './shapefile-mutations.ts';
import type { ShapefileBytes } from './shapefile-mutations.ts';
import { mutateJson, mutateKml } from './text-mutations.ts';
import { zipOf } from '../garbage/zip.ts';

/** Files as somebody might send them, derived from valid ones. */
export interface Mutant {
  readonly number: number;
  readonly format: FormatName;
  /** How it was made, for statistics. */
  readonly kind: string;
  readonly files: Readonly<Record<string, Buffer>>;
}

/** Mutants of each format per hundred; more of the cheap ones. Every sixth is a truncation instead: a million mutants include all of those. */
const SHARES: readonly (readonly [FormatName, number])[] = [['geojson', 27], ['kml', 27], ['shapefile', 24], ['kmz', 13], ['geopackage', 9]];
const TRUNCATION_EVERY = 6;

/** Makes mutant `number`, the same one every time. @param workFolder where GeoPackages may be written meanwhile */
export function mutantOf(number: number, workFolder: string, only?: FormatName): Mutant {
  const dice = new Dice(number);
  if (number % TRUNCATION_EVERY === 0 && only === undefined) return truncation(number, Math.floor(number / TRUNCATION_EVERY) % TRUNCATIONS);
  const format = only ?? drawn(dice);
  const { kind, files } = MAKERS[format](dice, workFolder);
  return { number, format, kind, files };
}

function drawn(dice: Dice): FormatName {
  let left = dice.below(SHARES.reduce((sum, [, share]) => sum + share, 0));
  for (const [format, share] of SHARES) {
    left -= share;
    if (left < 0) return format;
  }
  return 'geojson';
}

type Made = Pick<Mutant, 'kind' | 'files'>;
const named = (kind: string, extension: string, bytes: Buffer): Made => ({ kind, files: { [`farm.${extension}`]: bytes } });

const ALL_JSON = JSON_SEEDS.map((text) => Buffer.from(text));
const ALL_KML = KML_SEEDS.map((text) => Buffer.from(text));

const bytesOf = (seed: ShapefileBytes, extension: string): Buffer => seed[extension] ?? Buffer.alloc(0);

const MAKERS: Readonly<Record<FormatName, (dice: Dice, workFolder: string) => Made>> = {
  geojson(dice) {
    const text = dice.pick(JSON_SEEDS);
    if (dice.chance(0.35)) return named('bytes', 'geojson', mutateBytes(Buffer.from(text), dice, ALL_JSON));
    const mutated = Buffer.from(mutateJson(text, dice));
    return named('structure', 'geojson', dice.chance(0.1) ? mutateBytes(mutated, dice, ALL_JSON) : mutated);
  },
  kml(dice) {
    const text = dice.pick(KML_SEEDS);
    const spelt = dice.chance(0.3) ? dice.pick(KML_ENCODINGS) : KML_ENCODINGS[0];
    if (dice.chance(0.3)) return named('bytes', 'kml', mutateBytes(spelt(text), dice, ALL_KML));
    return named('structure', 'kml', spelt(mutateKml(text, dice)));
  },
  shapefile(dice) {
    const seed = dice.pick(SHAPEFILE_SEEDS);
    const zipped = dice.chance(0.1);
    let made: Made;
    if (dice.chance(0.3)) {
      const extension = dice.pick(['shp', 'shp', 'shx', 'dbf', 'prj']);
      made = withNames('bytes', { ...seed, [extension]: mutateBytes(bytesOf(seed, extension), dice, SHAPEFILE_SEEDS.map((one) => bytesOf(one, extension))) });
    } else {
      made = withNames('structure', mutateShapefile(seed, dice));
    }
    return zipped ? inArchive(made, dice) : made;
  },
  kmz(dice) {
    const members = archiveMembers(dice);
    const archive = hostileArchive(members, dice);
    const extension = dice.chance(0.15) ? 'zip' : 'kmz';
    return dice.chance(0.25) ? named('bytes', extension, mutateBytes(archive, dice, [archive])) : named('structure', extension, archive);
  },
  geopackage(dice, workFolder) {
    const seed = dice.pick(GEOPACKAGE_SEEDS);
    const scratch = join(workFolder, 'mutant.gpkg');
    const roll = dice.next();
    if (roll < 0.15) return named('bytes', 'gpkg', mutateBytes(seed, dice, GEOPACKAGE_SEEDS));
    if (roll < 0.4) return named('pages', 'gpkg', mutatePages(seed, dice));
    if (roll < 0.65) return named('schema', 'gpkg', mutateSchema(seed, dice, scratch));
    if (roll < 0.9) return named('geometry', 'gpkg', mutateBlobs(seed, dice, scratch, BLOB_SEEDS));
    if (dice.chance(0.5)) {
      const journal = dice.chance(0.8) ? mutateBytes(BROKEN_OFF_SEED.journal, dice, [BROKEN_OFF_SEED.journal]) : BROKEN_OFF_SEED.journal;
      const gpkg = dice.chance(0.3) ? mutatePages(BROKEN_OFF_SEED.gpkg, dice) : BROKEN_OFF_SEED.gpkg;
      return { kind: 'journal', files: { 'farm.gpkg': gpkg, 'farm.gpkg-journal': journal } };
    }
    const wal = dice.chance(0.7) ? mutateBytes(LOGGED_SEED.wal, dice, [LOGGED_SEED.wal]) : LOGGED_SEED.wal;
    const gpkg = dice.chance(0.3) ? mutatePages(LOGGED_SEED.gpkg, dice) : LOGGED_SEED.gpkg;
    return { kind: 'log', files: { 'farm.gpkg': gpkg, 'farm.gpkg-wal': wal } };
  },
};

function withNames(kind: string, files: ShapefileBytes): Made {
  const entries = Object.entries(files).flatMap(([extension, bytes]) => (bytes === undefined ? [] : [[`farm.${extension}`, bytes] as const]));
  return { kind, files: Object.fromEntries(entries) };
}

/** A set as it is usually sent: its files in one archive, half of these with lies of their own. */
function inArchive({ kind, files }: Made, dice: Dice): Made {
  const members = Object.entries(files).map(([name, content]) => ({ name: `field/${name}`, content }));
  return named(`zipped ${kind}`, 'zip', dice.chance(0.5) ? hostileArchive(members, dice) : zipOf(members));
}

function archiveMembers(dice: Dice): ArchiveMember[] {
  const kml = (): Buffer => {
    const text = dice.pick(KML_SEEDS);
    return Buffer.from(dice.chance(0.3) ? mutateKml(text, dice) : text);
  };
  const members = [{ name: 'doc.kml', content: kml() }];
  if (dice.chance(0.5)) members.push({ name: 'files/é.png', content: Buffer.from('no picture'.repeat(20)) });
  if (dice.chance(0.4)) members.push({ name: 'layers/a.kml', content: kml() });
  if (dice.chance(0.1)) members.push({ name: 'inner.zip', content: hostileArchive([{ name: 'x.kml', content: kml() }], dice) });
  if (dice.chance(0.1)) {
    const seed = dice.pick(SHAPEFILE_SEEDS);
    for (const [name, content] of Object.entries(withNames('', seed).files)) members.push({ name, content });
  }
  return members;
}

interface Whole {
  readonly format: FormatName;
  readonly name: string;
  readonly files: Readonly<Record<string, Buffer>>;
}

const WHOLE: readonly Whole[] = [
  ...ALL_JSON.map((bytes): Whole => ({ format: 'geojson', name: 'farm.geojson', files: { 'farm.geojson': bytes } })),
  ...ALL_KML.map((bytes): Whole => ({ format: 'kml', name: 'farm.kml', files: { 'farm.kml': bytes } })),
  { format: 'kml', name: 'farm.kml', files: { 'farm.kml': KML_ENCODINGS[2](KML_SEEDS[1]) } },
  ...SHAPEFILE_SEEDS.flatMap((seed) => ['farm.shp', 'farm.shx', 'farm.dbf', 'farm.prj'].map((name): Whole => ({ format: 'shapefile', name, files: withNames('', seed).files }))),
  ...[1, 2, 3].map((seed): Whole => ({ format: 'kmz', name: 'farm.kmz', files: { 'farm.kmz': hostileArchive(ALL_KML.map((content, index) => ({ name: `${index}.kml`, content })), new Dice(seed)) } })),
  { format: 'shapefile', name: 'farm.zip', files: { 'farm.zip': zipOf(Object.entries(withNames('', SHAPEFILE_SEEDS[0]).files).map(([name, content]) => ({ name, content }))) } },
  ...GEOPACKAGE_SEEDS.map((bytes): Whole => ({ format: 'geopackage', name: 'farm.gpkg', files: { 'farm.gpkg': bytes } })),
];
/** Every file of the seeds cut at every byte. */
export const TRUNCATIONS = WHOLE.reduce((sum, { name, files }) => sum + files[name].length, 0);

function truncation(number: number, index: number): Mutant {
  let left = index;
  for (const { format, name, files } of WHOLE) {
    const { length } = files[name];
    if (left < length) return { number, format, kind: 'truncation', files: { ...files, [name]: files[name].subarray(0, left) } };
    left -= length;
  }
  throw new Error(`there is no truncation ${index}`);
}
