import { crc32, createDeflateRaw } from 'node:zlib';
import { ProblemError } from '@geoinsights/contract';
import type { Patch } from '@geoinsights/geometry';
import type { Dataset, DatasetFiles, FormatDriver, InputFile, OpenOptions, OutputFile, OutputFolder } from '../driver.ts';
import { copyFile, writeFile } from '../files/copy.ts';
import { kmlDriver, type KmlDataset } from '../kml/index.ts';
import { expandEntry } from './expand.ts';
import { replaceEntry, type PackedContent } from './replace-entry.ts';
import { readDirectory, type ZipDirectory, type ZipEntry } from './zip-directory.ts';

export interface KmzDataset extends Dataset {
  readonly archive: InputFile;
  readonly directory: ZipDirectory;
  readonly entry: ZipEntry;
  readonly kml: KmlDataset;
}

async function openKmz({ name, files }: DatasetFiles, options: OpenOptions = {}): Promise<KmzDataset> {
  const [archive] = files;
  const directory = await readDirectory(archive);
  const entry = mainDocument(directory.entries);
  if (entry === undefined) throw new ProblemError('kmz-without-kml', { file: archive.name });
  const expanded = await expandEntry(archive, entry, options.workFolder);
  try {
    const kml = await kmlDriver.open({ format: 'kml', name, files: [expanded.file] }, options);
    const { layers, notes, shellWinding } = kml;
    return { format: 'kmz', name, layers, notes, shellWinding, archive, directory, entry, kml, close: () => expanded.close() };
  } catch (error) {
    await expanded.close();
    throw error;
  }
}

/** The first `.kml` at the root, whatever its name; else the first anywhere. What macOS adds beside files is none. */
function mainDocument(entries: readonly ZipEntry[]): ZipEntry | undefined {
  const documents = entries.filter(({ name }) => /\.kml$/i.test(name) && !/(?:^|[/\\])(?:__MACOSX[/\\]|\._)/.test(name));
  return documents.find(({ name }) => !/[/\\]/.test(name)) ?? documents[0];
}

async function applyKmz(opened: KmzDataset, patches: readonly (Patch | null)[], to: OutputFolder): Promise<void> {
  const { archive, directory, entry, kml } = opened;
  if (patches.every((patch) => patch === null || patch.features.length === 0)) {
    await copyFile(archive, to);
    return;
  }
  const packing = new PackingFile();
  await kmlDriver.apply(kml, patches, { create: () => Promise.resolve(packing) });
  await writeFile(to, archive.name, (output) => replaceEntry(archive, directory, entry, packing.content(), output));
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

/** KMZ: the KML inside is patched as KML, everything else in the archive stays as it is. */
export const kmzDriver: FormatDriver<KmzDataset> = {
  format: 'kmz',
  open: openKmz,
  async apply(opened, patches, to) {
    await applyKmz(opened, patches, to);
    return { files: [opened.archive.name], notes: [] };
  },
};
