import type { ChosenFile } from './messages.ts';

/** Extensions of files that belong to a shapefile and are of use here. */
const USED_COMPANION = /\.(prj|qpj|dbf|cpg)$/i;

/** By the extension of the name, in upper or lower case. */
export function formatOf(name: string): 'kml' | 'shapefile' | null {
  if (/\.kml$/i.test(name)) return 'kml';
  return /\.shp$/i.test(name) ? 'shapefile' : null;
}

/** The files of a pick that are read, each shapefile with those beside it that have its name. */
export function readableFiles(files: readonly File[]): ChosenFile[] {
  return files.flatMap((file, index): ChosenFile[] => {
    const format = formatOf(file.name);
    if (format === null) return [];
    return [{ index, format, file, companions: format === 'shapefile' ? files.filter(({ name }) => USED_COMPANION.test(name) && baseOf(name) === baseOf(file.name)) : [] }];
  });
}

/** The shapefile of the pick that a companion is read with; null when there is none. */
export function mainFileOf(name: string, files: readonly { readonly name: string }[]): string | null {
  if (!USED_COMPANION.test(name)) return null;
  return files.find((other) => formatOf(other.name) === 'shapefile' && baseOf(other.name) === baseOf(name))?.name ?? null;
}

function baseOf(name: string): string {
  return name.replace(/\.[^.]+$/, '').toLowerCase();
}
