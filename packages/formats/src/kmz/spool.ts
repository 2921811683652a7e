import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { told } from '../files/disk.ts';
import type { Spool } from '../kml/writing/document-writer.ts';

const CHUNK = 1 << 20;

/** A spool in a work folder. It is not brought to the disk: nobody needs it after a power cut. */
export async function diskSpool(folder: string): Promise<Spool> {
  const path = join(folder, `spool-${randomUUID()}`);
  const handle = await open(path, 'wx+');
  let size = 0;
  let isOpen = true;
  return {
    async write(bytes) {
      for (let sent = 0; sent < bytes.length; ) {
        const { bytesWritten } = await told(() => handle.write(bytes, sent, bytes.length - sent, size));
        sent += bytesWritten;
        size += bytesWritten;
      }
    },
    async copyTo(output) {
      const room = new Uint8Array(Math.min(CHUNK, size));
      for (let at = 0; at < size; ) {
        const { bytesRead } = await handle.read(room, 0, Math.min(CHUNK, size - at), at);
        if (bytesRead === 0) throw new Error(`a spool ends at ${at}, ${size} bytes were expected`);
        await output.write(room.subarray(0, bytesRead));
        at += bytesRead;
      }
    },
    async remove() {
      if (!isOpen) return;
      isOpen = false;
      await handle.close();
      await rm(path, { force: true });
    },
  };
}
