import type { FormatName } from '@geoinsights/contract';
import { sameNameKey, splitName } from '@geoinsights/formats/file-names';

const EXTENSIONS: Record<FormatName, string> = {
  shapefile: '.zip',
  kml: '.kml',
  kmz: '.kmz',
  geopackage: '.gpkg',
  geojson: '.geojson',
};
/** GeoJSON of one object a line: under another extension programs would take it for damaged. */
const SEQUENCE = /\.(geojsonl|geojsons|ndjson|jsonl|geojsonl\.json)$/i;

/** Every file that is given back carries it, in an archive too: nothing falls upon the original when it is unpacked beside it. */
const SUFFIX = '-fixed';

/**
 * File name of the result of one dataset that is given back by itself: `<name>-fixed.<ext>`.
 * @param mainFile name of the file that the dataset came in.
 */
export function resultName(format: FormatName, datasetName: string, mainFile = ''): string {
  const sequence = format === 'geojson' ? SEQUENCE.exec(mainFile)?.[0] : undefined;
  return suffixed(datasetName, sequence ?? EXTENSIONS[format]);
}

/**
 * Names of the files of a shapefile's set in an archive. All take the base of the main file, so that they belong together
 * also where capitals count; extensions stay as they were spelt.
 */
export function namesOfSet(datasetName: string, files: readonly string[]): string[] {
  return files.map((file) => suffixed(datasetName, file.slice(splitName(file).base.length)));
}

function suffixed(base: string, extension: string): string {
  return `${cut(base, LONGEST_BASE_IN_BYTES)}${SUFFIX}${extension}`;
}

/** File name of several results in one archive. */
export const ARCHIVE_NAME = 'fixed-files.zip';

/** Name of the report that goes with a result. */
export function reportName(result: string): string {
  return `${result.replace(/\.[^.]+$/, '')}-report.json`;
}

/** Gives each name once: a name that is taken (without regard to case) gets a number before its extension. */
export class DistinctNames {
  private readonly taken = new Set<string>();

  claim(name: string): string {
    return this.claimSet([name])[0];
  }

  /** The files of one set get the same number, so that they still belong together. */
  claimSet(names: readonly string[]): string[] {
    let candidates = [...names];
    for (let number = 2; candidates.some((name) => this.taken.has(sameNameKey(name))); number++) candidates = numbered(names, number);
    for (const name of candidates) this.taken.add(sameNameKey(name));
    return candidates;
  }
}

/** File systems allow so many bytes in a name. */
const LONGEST_NAME_IN_BYTES = 255;

/** The bases of a set are cut alike, so that they stay one set also where there is no room for the number. */
function numbered(names: readonly string[], number: number): string[] {
  const parts = names.map((name) => {
    const { base } = splitName(name);
    return { base, extension: name.slice(base.length) };
  });
  const room = LONGEST_NAME_IN_BYTES - Buffer.byteLength(` (${number})`) - Math.max(...parts.map(({ extension }) => Buffer.byteLength(extension)));
  return parts.map(({ base, extension }) => `${cut(base, room)} (${number})${extension}`);
}

/** What is added to a result's name must fit beside it. */
const LONGEST_BASE_IN_BYTES = 200;

/** As many whole characters as fit into so many bytes. */
function cut(name: string, bytes: number): string {
  let short = name;
  while (Buffer.byteLength(short) > bytes) short = Array.from(short).slice(0, -1).join('');
  return short;
}
