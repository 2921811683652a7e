import { crc32, createDeflateRaw } from 'node:zlib';
import type { ChangedFeatures } from '@geoinsights/geometry';
import type { FormatDriver, OutputFile, OutputFolder, WrittenFiles } from '../driver.ts';
import { copyFile, writeFile } from '../files/copy.ts';
import { openDataset } from '../open-dataset.ts';
import { MAXIMUM_IN_MEMORY } from './expand.ts';
import { nodeUnpacking } from './node-unpacking.ts';
import { attributesOfKmz, readKmz, type KmzContent } from './read.ts';
import { replaceEntries, type PackedContent } from './replace-entries.ts';
import type { ZipEntry } from './zip-directory.ts';

export { createKml, createKmz } from './create.ts';
export { openKmzFeatures } from './open-features.ts';

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

/** Deflates what is written to it; the packed bytes stay in memory because the header before them contains their number. */
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
 * @param mostInMemory bytes of expanded KML to keep in memory; the rest lies in the work folder until `close`
 */
export function createKmzDriver(mostInMemory: number = MAXIMUM_IN_MEMORY): FormatDriver {
  return {
    format: 'kmz',
    async open(dataset, options = {}) {
      const content = await readKmz(dataset, options, mostInMemory, nodeUnpacking(options.workFolder));
      return openDataset(content, { apply: applyKmz, attributes: attributesOfKmz });
    },
  };
}

export const kmzDriver = createKmzDriver();
