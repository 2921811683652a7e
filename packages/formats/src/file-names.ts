import type { FormatName } from '@geoinsights/contract';
import { descriptionOf, FORMAT_DESCRIPTIONS } from './descriptions/index.ts';

/** The limit of file systems for a name, in bytes; names of archive entries may be longer. */
export const LONGEST_NAME_IN_BYTES = 255;

/**
 * A name for a file or folder until it has its own: no two are the same, within a program or among several. It is no secret, so what must not be somebody
 * else's has to be made new under it. Node's own random names need its cryptography, which takes 6 ms to load.
 */
export function passingName(): string {
  return Array.from({ length: 3 }, () => Math.floor(Math.random() * 2 ** 48).toString(36).padStart(10, '0')).join('');
}

/** A file name as the formats see it. */
export interface SplitName {
  readonly base: string;
  /** In lower case, with its dot; both parts of a double extension (`.shp.xml`). Empty if there is none. */
  readonly extension: string;
}

/** Files that accompany datasets of any format; they go with the shapefile of the same name. */
const FREE_COMPANIONS = ['.qml', '.qmd', '.sld', '.lyr', '.xml', '.aux.xml', '.dbf.xml'];

const LONG_EXTENSIONS = [...FORMAT_DESCRIPTIONS.flatMap(({ extensions, companions }) => [...extensions, ...companions]), ...FREE_COMPANIONS].filter((extension) => extension.lastIndexOf('.') > 0);

/** Splits a name at its extension; all other dots belong to the base. */
export function splitName(name: string): SplitName {
  const long = LONG_EXTENSIONS.find((extension) => name.slice(-extension.length).toLowerCase() === extension);
  const at = long === undefined ? name.lastIndexOf('.') : name.length - long.length;
  // Only the extension: other letters may become longer in lower case, such as the Turkish İ.
  return at < 0 ? { base: name, extension: '' } : { base: name.slice(0, at), extension: name.slice(at).toLowerCase() };
}

export type CompanionKind = FormatName | 'any';

/** The format that a file of this extension accompanies, or `any`; null if the file may be a dataset of its own. */
export function companionKind(extension: string): CompanionKind | null {
  const owner = FORMAT_DESCRIPTIONS.find(({ companions }) => companions.includes(extension));
  return owner?.format ?? (FREE_COMPANIONS.includes(extension) ? 'any' : null);
}

/** The format that an extension promises, or null. */
export function formatOfExtension(extension: string): FormatName | null {
  return FORMAT_DESCRIPTIONS.find(({ extensions }) => extensions.includes(extension))?.format ?? null;
}

/** GeoJSON with one object per line: under another extension programs would consider it damaged. */
const LINES = /\.(geojsonl|geojsons|ndjson|jsonl|geojsonl\.json)$/i;

/** The extension of a name for GeoJSON with one object per line, as it is spelt; undefined for any other name. */
export function extensionOfLines(name: string): string | undefined {
  return LINES.exec(name)?.[0];
}

/** The extension of the single file in which a new dataset is returned: an archive if it has several files. */
export function extensionOfResult(format: FormatName): string {
  const { extensions, holds } = descriptionOf(format);
  return holds.severalFiles ? '.zip' : extensions[0];
}

/** Equal for two names that the owner's file system could confuse. */
export function sameNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
