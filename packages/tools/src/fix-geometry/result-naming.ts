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
const SEQUENCE = /\.(geojsonl|geojsons|ndjson|jsonl)$/i;

/**
 * File name of the result of one dataset that is given back by itself: `<name>-fixed.<ext>`.
 * @param mainFile name of the file that the dataset came in.
 */
export function resultName(format: FormatName, datasetName: string, mainFile = ''): string {
  const sequence = format === 'geojson' ? SEQUENCE.exec(mainFile)?.[0] : undefined;
  return `${shortened(datasetName)}-fixed${sequence ?? EXTENSIONS[format]}`;
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
    for (let number = 2; candidates.some((name) => this.taken.has(sameNameKey(name))); number++) candidates = names.map((name) => numbered(name, number));
    for (const name of candidates) this.taken.add(sameNameKey(name));
    return candidates;
  }
}

function numbered(name: string, number: number): string {
  const { base } = splitName(name);
  return `${base} (${number})${name.slice(base.length)}`;
}

/** File systems allow 255 bytes in a name; what is added to a result's name must fit beside it. */
const LONGEST_BASE_IN_BYTES = 200;

function shortened(name: string): string {
  let short = name;
  while (Buffer.byteLength(short) > LONGEST_BASE_IN_BYTES) short = Array.from(short).slice(0, -1).join('');
  return short;
}
