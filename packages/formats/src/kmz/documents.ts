import { ProblemError } from '@geoinsights/contract/errors';
import type { DatasetFiles, DatasetNote, InputFile, OpenOptions } from '../driver.ts';
import { isLitter } from '../litter.ts';
import { expandEntry, refuseTotal, type ExpandedEntry } from './expand.ts';
import type { Unpacking } from './unpacking.ts';
import { readDirectory, shown, type ZipDirectory, type ZipEntry } from './zip-directory.ts';

interface OpenedArchive<Content> {
  readonly archive: InputFile;
  readonly directory: ZipDirectory;
  /** Documents with placemarks, the main document first. */
  readonly documents: readonly { readonly entry: ZipEntry; readonly kml: Content }[];
  /** Those of all documents; if some have placemarks, only theirs: the main one may have nothing but links to them. */
  readonly notes: readonly DatasetNote[];
  /** Removes what was expanded. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the main document and every other KML of the archive: programs such as GDAL put only links to their layers into the
 * main one. Links are not followed, so nothing outside the archive is ever requested.
 * @param mostInMemory bytes of expanded KML to keep in memory; the rest lies in the folder of `unpacking` until `close`
 */
export async function openDocuments<Content extends { readonly layers: readonly unknown[]; readonly notes: readonly DatasetNote[] }>(
  { name, files }: DatasetFiles,
  options: OpenOptions,
  mostInMemory: number,
  unpacking: Unpacking,
  open: (document: DatasetFiles) => Promise<Content>,
): Promise<OpenedArchive<Content>> {
  const [archive] = files;
  const directory = await readDirectory(archive);
  const entries = documentsOf(directory.entries);
  if (entries.length === 0) throw new ProblemError('kmz-without-kml', { file: archive.name });
  refuseTotal(entries, archive);
  const documents: { entry: ZipEntry; kml: Content }[] = [];
  const notesWithoutPlacemarks: DatasetNote[] = [];
  const expanded: ExpandedEntry[] = [];
  const close = async (): Promise<void> => {
    const closed = await Promise.allSettled(expanded.splice(0).map((one) => one.close()));
    for (const one of closed) if (one.status === 'rejected') throw one.reason;
  };
  const budget = { bytes: 0, most: mostInMemory };
  try {
    for (const [i, entry] of entries.entries()) {
      // The line of a fault is only useful together with the document it counts in.
      const title = entries.length === 1 ? archive.name : `${shown(entry.name)} in ${archive.name}`;
      const one = await expandEntry(archive, entry, budget, unpacking, title);
      expanded.push(one);
      const fallback = i === 0 ? name : entry.name.replace(/^.*[/\\]|\.kml$/gi, '');
      const kml = await open({ format: 'kml', name: fallback, files: [one.file] });
      options.onProgress?.((i + 1) / entries.length);
      if (kml.layers.length > 0) documents.push({ entry, kml });
      else {
        notesWithoutPlacemarks.push(...kml.notes);
        await expanded.pop()?.close();
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  const notes = documents.length === 0 ? notesWithoutPlacemarks : documents.flatMap(({ kml }) => kml.notes);
  return { archive, directory, documents, notes, close };
}

/** Whether an entry is a file that somebody put there, and no folder. */
function isOwn({ name }: ZipEntry): boolean {
  return !/[/\\]$/.test(name) && !isLitter(name);
}

/** The files of an archive besides its documents: pictures, most of them. */
export function othersIn(entries: readonly ZipEntry[]): ZipEntry[] {
  return entries.filter((entry) => isOwn(entry) && !/\.kml$/i.test(entry.name));
}

/** The main document is the first `.kml` at the root, whatever its name, else the first anywhere. Files added by macOS do not count. */
function documentsOf(entries: readonly ZipEntry[]): ZipEntry[] {
  const documents = entries.filter((entry) => isOwn(entry) && /\.kml$/i.test(entry.name));
  const main = documents.find(({ name }) => !/[/\\]/.test(name));
  return main === undefined ? documents : [main, ...documents.filter((entry) => entry !== main)];
}
