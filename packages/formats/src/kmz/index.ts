import { crc32, createDeflateRaw } from 'node:zlib';
import { ProblemError } from '@geoinsights/contract/errors';
import type { ChangedFeatures } from '@geoinsights/geometry';
import type { Dataset, DatasetContent, DatasetFiles, FormatDriver, InputFile, OpenOptions, OutputFile, OutputFolder, WrittenFiles } from '../driver.ts';
import { copyFile, writeFile } from '../files/copy.ts';
import { kmlDriver } from '../kml/index.ts';
import { openDataset } from '../open-dataset.ts';
import { attributesOfLayer } from './attributes.ts';
import { expandEntry, MAXIMUM_IN_MEMORY, refuseTotal, type ExpandedEntry } from './expand.ts';
import { replaceEntries, type PackedContent } from './replace-entries.ts';
import { readDirectory, shown, type ZipDirectory, type ZipEntry } from './zip-directory.ts';

interface KmzContent extends DatasetContent {
  readonly archive: InputFile;
  readonly directory: ZipDirectory;
  /** Those that hold placemarks, the main document first; their layers follow each other in `layers`. */
  readonly documents: readonly { readonly entry: ZipEntry; readonly kml: Dataset }[];
}

/**
 * Opens the main document and every other KML of the archive: programs such as GDAL put only links to their layers into
 * the main one. Links are not followed, so nothing outside of the archive is ever asked for.
 */
async function readKmz({ name, files }: DatasetFiles, options: OpenOptions, mostInMemory: number): Promise<KmzContent> {
  const [archive] = files;
  const directory = await readDirectory(archive);
  const entries = documentsOf(directory.entries);
  if (entries.length === 0) throw new ProblemError('kmz-without-kml', { file: archive.name });
  refuseTotal(entries, archive);
  const documents: { entry: ZipEntry; kml: Dataset }[] = [];
  const expanded: ExpandedEntry[] = [];
  const close = async (): Promise<void> => {
    for (const one of expanded.splice(0)) await one.close();
  };
  const budget = { bytes: 0, most: mostInMemory };
  try {
    for (const [i, entry] of entries.entries()) {
      // A line of a fault is of use only beside the document that it counts in.
      const title = entries.length === 1 ? archive.name : `${shown(entry.name)} in ${archive.name}`;
      const one = await expandEntry(archive, entry, budget, options.workFolder, title);
      expanded.push(one);
      const fallback = i === 0 ? name : entry.name.replace(/^.*[/\\]|\.kml$/gi, '');
      const kml = await kmlDriver.open({ format: 'kml', name: fallback, files: [one.file] });
      options.onProgress?.((i + 1) / entries.length);
      if (kml.layers.length > 0) documents.push({ entry, kml });
      else await expanded.pop()?.close();
    }
  } catch (error) {
    await close();
    throw error;
  }
  const layers = documents.flatMap(({ kml }) => kml.layers);
  const notes = documents.flatMap(({ kml }) => kml.notes);
  return { format: 'kmz', name, layers, notes, shellWinding: 'counter-clockwise', archive, directory, documents, close };
}

/** The main document is the first `.kml` at the root, whatever its name, else the first anywhere. What macOS adds is none. */
function documentsOf(entries: readonly ZipEntry[]): ZipEntry[] {
  const documents = entries.filter(({ name }) => /\.kml$/i.test(name) && !/(?:^|[/\\])(?:__MACOSX[/\\]|\._)/.test(name));
  const main = documents.find(({ name }) => !/[/\\]/.test(name));
  return main === undefined ? documents : [main, ...documents.filter((entry) => entry !== main)];
}

async function applyKmz({ archive, directory, documents }: KmzContent, changes: readonly (ChangedFeatures | null)[], to: OutputFolder): Promise<WrittenFiles> {
  const contents = new Map<ZipEntry, PackedContent>();
  let first = 0;
  for (const { entry, kml } of documents) {
    const own = changes.slice(first, first + kml.layers.length);
    first += kml.layers.length;
    if (own.every((changed) => changed === null)) continue;
    const packing = new PackingFile();
    await kml.apply(own, { create: () => Promise.resolve(packing) });
    contents.set(entry, packing.content());
  }
  if (contents.size === 0) await copyFile(archive, to);
  else await writeFile(to, archive.name, (output) => replaceEntries(archive, directory, contents, output));
  return { files: [archive.name], notes: [] };
}

/** Deflates what is written to it; the packed bytes stay in memory because the header before them holds their number. */
class PackingFile implements OutputFile {
  private readonly deflate = createDeflateRaw();
  private readonly chunks: Uint8Array[] = [];
  private readonly ended: Promise<void>;
  private size = 0;
  private checksum = 0;

  constructor() {
    this.deflate.on('data', (chunk: Uint8Array) => this.chunks.push(chunk));
    this.ended = new Promise((resolve, reject) => {
      this.deflate.on('end', resolve);
      this.deflate.on('error', reject);
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    this.checksum = crc32(bytes, this.checksum);
    return new Promise((resolve, reject) => {
      this.deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    this.deflate.end();
    await this.ended;
  }

  abort(): Promise<void> {
    this.deflate.destroy();
    return Promise.resolve();
  }

  content(): PackedContent {
    const { chunks, size, checksum } = this;
    return { chunks, size, crc32: checksum, compressedSize: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
  }
}

/**
 * KMZ: the KML inside is patched as KML, everything else in the archive stays as it is.
 * @param mostInMemory bytes of expanded KML that are kept in memory; the rest lies in the work folder until `close`
 */
export function createKmzDriver(mostInMemory: number = MAXIMUM_IN_MEMORY): FormatDriver {
  return {
    format: 'kmz',
    async open(dataset, options = {}) {
      const content = await readKmz(dataset, options, mostInMemory);
      return openDataset(content, { apply: applyKmz, attributes: ({ documents }, layer) => attributesOfLayer(documents.map(({ kml }) => kml), layer) });
    },
  };
}

export const kmzDriver = createKmzDriver();
