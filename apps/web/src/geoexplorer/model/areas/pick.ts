import type { ChosenFile } from './messages.ts';

/** Extensions of shapefile companions that are used here. */
const USED_COMPANION = /\.(prj|qpj|dbf|cpg)$/i;

/** By the extension of the name, ignoring case. */
export function formatOf(name: string): 'kml' | 'shapefile' | null {
  if (/\.kml$/i.test(name)) return 'kml';
  return /\.shp$/i.test(name) ? 'shapefile' : null;
}

/** The readable files of a selection, each shapefile with its companions of the same name. */
export function readableFiles(files: readonly File[]): ChosenFile[] {
  return files.flatMap((file, index): ChosenFile[] => {
    const format = formatOf(file.name);
    if (format === null) return [];
    return [{ index, format, file, companions: format === 'shapefile' ? files.filter(({ name }) => USED_COMPANION.test(name) && baseOf(name) === baseOf(file.name)) : [] }];
  });
}

/** The shapefile of the selection that a companion is read with; null if there is none. */
export function mainFileOf(name: string, files: readonly { readonly name: string }[]): string | null {
  if (!USED_COMPANION.test(name)) return null;
  return files.find((other) => formatOf(other.name) === 'shapefile' && baseOf(other.name) === baseOf(name))?.name ?? null;
}

/** The name that the files of a shapefile share. */
export function baseOf(name: string): string {
  return name.replace(/\.shp\.xml$/i, '').replace(/\.[^.]+$/, '').toLowerCase();
}
