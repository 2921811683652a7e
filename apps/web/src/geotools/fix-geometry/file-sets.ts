import { companionKind, formatOfExtension, sameNameKey, splitName } from '@geoinsights/formats/file-names';

/** The files of one dataset, such as a shapefile, or a single file. */
export interface FileSet<File> {
  /** Without the extension. */
  readonly base: string;
  /** As spelt in the names, each with its dot. */
  readonly extensions: readonly string[];
  readonly files: readonly File[];
}

/**
 * The files in their order; those of one dataset form one set. Two files of the same name are two sets if their formats differ, and also if
 * they are the same: a dataset has each of its files once.
 */
export function fileSetsOf<File extends { readonly name: string }>(files: readonly File[]): FileSet<File>[] {
  const sets = new Map<string, FileSet<File>>();
  const seen = new Map<string, number>();
  for (const each of files) {
    const { name } = each;
    const { base, extension } = splitName(name);
    const companion = companionKind(extension);
    const format = formatOfExtension(extension) ?? (companion === 'any' ? 'shapefile' : companion);
    const file = sameNameKey(name);
    const turn = seen.get(file) ?? 0;
    seen.set(file, turn + 1);
    const key = `${turn}/${format === null ? name : `${format}/${sameNameKey(base)}`}`;
    const set = sets.get(key) ?? { base, extensions: [], files: [] };
    sets.set(key, { base: set.base, extensions: [...set.extensions, name.slice(base.length)], files: [...set.files, each] });
  }
  return [...sets.values()];
}

/** `farm.shp .shx .dbf`; a single file has its own name. */
export function nameOfSet({ base, extensions }: Pick<FileSet<unknown>, 'base' | 'extensions'>): string {
  return base + extensions.join(' ');
}
