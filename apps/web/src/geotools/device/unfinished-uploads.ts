import { z } from 'zod';
import { StoredList } from './stored-list.ts';

/** The server keeps received parts for about as long. */
const KEPT_MS = 24 * 3_600_000;
const MOST = 50;

const unfinishedSchema = z.object({ file: z.string().max(1000), url: z.string().max(2000), at: z.number() });
const list = new StoredList('geoinsights.unfinished-uploads', unfinishedSchema, MOST);

/** Addresses of incomplete uploads on the server, so that the same file, chosen again after a reload, continues where it was. */
export const unfinishedUploads = {
  /**
   * The address of its upload.
   * @param taken those of other files that are sent with it: files in two folders may have the same name, size and time.
   */
  find(file: File, taken: readonly string[]): string | undefined {
    const name = fingerprintOf(file);
    return fresh().find((entry) => entry.file === name && !taken.includes(entry.url))?.url;
  },
  remember(file: File, url: string): void {
    const name = fingerprintOf(file);
    list.write([{ file: name, url, at: Date.now() }, ...fresh().filter((entry) => entry.file !== name)]);
  },
  forget(file: File): void {
    const name = fingerprintOf(file);
    list.write(fresh().filter((entry) => entry.file !== name));
  },
};

function fresh() {
  const now = Date.now();
  return list.read().filter(({ at }) => Math.abs(now - at) < KEPT_MS);
}

/** The same for a file on this device as long as it is unchanged. */
function fingerprintOf({ name, size, lastModified }: File): string {
  return `${String(size)} ${String(lastModified)} ${name}`;
}
