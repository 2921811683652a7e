import { companionKind, formatOfExtension, sameNameKey, splitName } from '@geoinsights/formats/file-names';

/** Files that are one dataset, such as a shapefile's, or one file. */
export interface FileSet {
  /** Up to the extension. */
  readonly base: string;
  /** As they are spelt, each with its dot. */
  readonly extensions: readonly string[];
  /** Of all of them, in bytes. */
  readonly size: number;
}

/** The files in their order; those of one dataset form one set. Two files of the same name in different formats are two sets. */
export function fileSetsOf(files: readonly Pick<File, 'name' | 'size'>[]): FileSet[] {
  const sets = new Map<string, FileSet>();
  for (const { name, size } of files) {
    const { base, extension } = splitName(name);
    const companion = companionKind(extension);
    const format = formatOfExtension(extension) ?? (companion === 'any' ? 'shapefile' : companion);
    const key = format === null ? `/${name}` : `${format}/${sameNameKey(base)}`;
    const set = sets.get(key) ?? { base, extensions: [], size: 0 };
    sets.set(key, { base: set.base, extensions: [...set.extensions, name.slice(base.length)], size: set.size + size });
  }
  return [...sets.values()];
}
