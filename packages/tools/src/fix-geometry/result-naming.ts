import type { FormatName } from '@geoinsights/contract';
import { extensionOfLines, extensionOfResult, splitName } from '@geoinsights/formats/file-names';
import { cutName, LONGEST_BASE_IN_BYTES } from '../files/distinct-names.ts';

/** Every returned file has it, also in an archive, so that unpacking next to the original overwrites nothing. */
const SUFFIX = '-fixed';

/**
 * File name of the result of one dataset that is returned by itself: `<name>-fixed.<ext>`.
 * @param mainFile name of the file that the dataset came in.
 */
export function resultName(format: FormatName, datasetName: string, mainFile = ''): string {
  const sequence = format === 'geojson' ? extensionOfLines(mainFile) : undefined;
  return suffixed(datasetName, sequence ?? extensionOfResult(format));
}

/**
 * Names of a shapefile's files in an archive. All have the base name of the main file, so that they belong together even on
 * case-sensitive systems; extensions keep their spelling.
 */
export function namesOfSet(datasetName: string, files: readonly string[]): string[] {
  return files.map((file) => suffixed(datasetName, file.slice(splitName(file).base.length)));
}

function suffixed(base: string, extension: string): string {
  return `${cutName(base, LONGEST_BASE_IN_BYTES)}${SUFFIX}${extension}`;
}

/** File name of several results in one archive. */
export const ARCHIVE_NAME = 'fixed-files.zip';
