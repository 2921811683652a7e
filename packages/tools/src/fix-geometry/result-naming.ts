import type { FormatName } from '@geoinsights/contract';
import { extensionOfResult, splitName } from '@geoinsights/formats/file-names';
import { cutName, LONGEST_BASE_IN_BYTES } from '../files/distinct-names.ts';

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
  return suffixed(datasetName, sequence ?? extensionOfResult(format));
}

/**
 * Names of the files of a shapefile's set in an archive. All take the base of the main file, so that they belong together
 * also where capitals count; extensions stay as they were spelt.
 */
export function namesOfSet(datasetName: string, files: readonly string[]): string[] {
  return files.map((file) => suffixed(datasetName, file.slice(splitName(file).base.length)));
}

function suffixed(base: string, extension: string): string {
  return `${cutName(base, LONGEST_BASE_IN_BYTES)}${SUFFIX}${extension}`;
}

/** File name of several results in one archive. */
export const ARCHIVE_NAME = 'fixed-files.zip';
