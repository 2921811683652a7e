import { companionKind, formatOfExtension, splitName } from './file-names.ts';
import { isLitter } from './litter.ts';
import { shown } from './kmz/zip-directory.ts';

const ARCHIVE = /\.(zip|7z|rar|tar|tgz|gz)$/i;
const MOST_NAMED = 5;

/** The names of archives among those of an archive. */
export function archivesAmong(names: readonly string[]): string[] {
  return names.filter((name) => ARCHIVE.test(name) && !isLitter(name));
}

/**
 * Whether an archive is a package of ZIP archives, as land registries send them: one for each theme. These are opened. Beside datasets they stay packed,
 * being copies more often than not, and so do those in them, or nothing would bound what comes out.
 */
export function isPackageOfArchives(names: readonly string[]): boolean {
  return names.some(isZip) && !names.some((name) => formatOfExtension(splitName(name).extension) !== null && !isLitter(name));
}

export function isZip(name: string): boolean {
  return /\.zip$/i.test(name) && !isLitter(name);
}

/** What a ZIP archive without a file of our formats is: a phrase with an article, and advice where there is any. */
export function zipWithoutDatasets(names: readonly string[]): string {
  const archives = archivesAmong(names);
  if (names.length === 0) return 'an empty ZIP archive';
  const companions = names.filter((name) => !isLitter(name) && companionKind(splitName(name).extension) === 'shapefile');
  if (names.some((name) => /\.gdbtable$/i.test(name))) return 'a file geodatabase of ArcGIS in a ZIP archive; export its layers as GeoPackage or shapefiles first';
  if (archives.length === 0 && companions.length === 0) return `a ZIP archive with ${named(names.filter((name) => !name.endsWith('/')))}, and without a file of these formats`;
  if (archives.length === 0) return `a ZIP archive with ${named(companions)}, which ${companions.length === 1 ? 'belongs' : 'belong'} to a shapefile, and without its .shp; pack "${shown(splitName(companions[0]).base)}.shp" with ${companions.length === 1 ? 'it' : 'them'}`;
  const [have, that] = archives.length === 1 ? ['an archive inside, which is', 'that'] : ['archives inside, which are', 'those'];
  return `a ZIP archive with ${have} not opened; take ${named(archives)} out of it and send ${that}`;
}

/** Quoted names, the first of many. */
export function named(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).map((name) => `"${shown(name)}"`).join(', ')}${more}`;
}
