import type { FormatName } from '@geoinsights/contract';

const EXTENSIONS: Record<FormatName, string> = {
  shapefile: '.zip',
  kml: '.kml',
  kmz: '.kmz',
  geopackage: '.gpkg',
  geojson: '.geojson',
};

/** File name of the result of one dataset that is given back by itself: `<name>-fixed.<ext>`. */
export function resultName(format: FormatName, datasetName: string): string {
  return `${shortened(datasetName)}-fixed${EXTENSIONS[format]}`;
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
    const [, base = name, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    let candidate = name;
    for (let number = 2; this.taken.has(candidate.toLowerCase()); number++) candidate = `${base} (${number})${extension}`;
    this.taken.add(candidate.toLowerCase());
    return candidate;
  }
}

/** File systems allow 255 bytes in a name; what is added to a result's name must fit beside it. */
const LONGEST_BASE_IN_BYTES = 200;

function shortened(name: string): string {
  let short = name;
  while (Buffer.byteLength(short) > LONGEST_BASE_IN_BYTES) short = Array.from(short).slice(0, -1).join('');
  return short;
}
