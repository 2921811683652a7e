import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@geoinsights/contract';
import type { Config } from '../config.ts';
import { fileNameKey, storedName } from './file-names.ts';
import type { FileStorage, IncomingUpload } from './file-storage.ts';
import { tooLarge } from './receive-upload.ts';
import type { ReceivedFile } from './upload-store.ts';
import type { ResumableStore, ResumableUpload } from './resumable-store.ts';

/** Each part is a separate file or object, so many small ones cost more than their bytes. */
export const MOST_PARTS = 4000;

interface Storages {
  readonly resumable: ResumableStore;
  readonly files: FileStorage;
}

/**
 * Stores the bytes received as the next part of an upload. If the connection breaks, everything received so far is kept.
 * @param body its bytes belong at `upload.received`
 * @returns how many bytes the upload now has, and when it expires if nothing more arrives
 * @throws ProblemError upload-offset-differs if another part came first, unknown-upload or upload-over if it was given up or expired meanwhile,
 * invalid-request if it is too long
 */
export async function receivePart(upload: ResumableUpload, body: IncomingMessage, { resumable, files }: Storages): Promise<{ received: number; expiresAt: Date }> {
  const { uuid, received: start } = upload;
  if ((await resumable.countParts(uuid)) >= MOST_PARTS) throw new ProblemError('upload-in-too-many-pieces', { limit: MOST_PARTS });
  const part = randomUUID();
  let size = 0;
  const counted = async function* () {
    for await (const chunk of untilItBreaks(body)) {
      size += chunk.length;
      if (start + size > upload.size) throw new ProblemError('invalid-request', { reason: 'it contains more than the rest of the upload.' });
      yield chunk;
    }
  };
  await keepOrSayWhy();
  const expiresAt = size === 0 ? upload.expires_at : await addOrDelete();
  if (size === 0) await files.deletePart(uuid, part);
  return { received: start + size, expiresAt };

  async function addOrDelete(): Promise<Date> {
    let added: Date | null = null;
    try {
      added = await resumable.addPart(uuid, { part, start, size });
    } finally {
      if (added === null) await files.deletePart(uuid, part);
    }
    if (added !== null) return added;
    throw differs(requireOpen(await resumable.find(uuid)));
  }

  /** The storage only knows that there is nothing any more to which the part belongs. */
  async function keepOrSayWhy(): Promise<void> {
    try {
      await files.keepPart(uuid, part, counted());
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'upload-over') requireOpen(await resumable.find(uuid));
      throw error;
    }
  }
}

/** @throws ProblemError unknown-upload, upload-over */
export function requireOpen(upload: ResumableUpload | null): ResumableUpload {
  if (upload === null) throw new ProblemError('unknown-upload');
  if (upload.is_expired || upload.input_file !== null) throw new ProblemError('upload-over');
  return upload;
}

export function differs({ received }: ResumableUpload): ProblemError {
  return new ProblemError('upload-offset-differs', { received });
}

/** Unread bytes stay, so that the sender can still get a response. */
async function* untilItBreaks(body: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
  const reader = chunks[Symbol.asyncIterator]();
  for (;;) {
    // Only errors of the connection are caught here, not those of the storage.
    const next = await reader.next().catch(() => null);
    if (next === null || next.done === true) return;
    yield next.value;
  }
}

/**
 * Checks whether uploads can be combined, and in what order.
 * @throws ProblemError for faults of the combination, as for an upload in a single request.
 */
export function requireTogether(uploads: readonly ResumableUpload[], limits: Config['upload']): ReceivedFile[] {
  if (uploads.length > limits.maximumFiles) throw new ProblemError('too-many-files', { limit: limits.maximumFiles });
  const keys = new Set<string>();
  let total = 0;
  return uploads.map(({ name, size, received }, position) => {
    const key = fileNameKey(name);
    if (keys.has(key)) throw new ProblemError('duplicate-file-name', { file: name });
    keys.add(key);
    if (received < size) throw new ProblemError('upload-not-whole', { file: name, received, size });
    total += size;
    if (total > limits.maximumBytes) throw tooLarge(limits);
    return { name, size, storedName: storedName(position, name) };
  });
}

/**
 * Assembles complete uploads from their parts, as the files of one upload.
 * @returns its files; it is not kept yet
 * @throws ProblemError `upload-damaged` if the storage has lost bytes of one, which is then deleted; `upload-over` if one was meanwhile taken over or deleted
 */
export async function putTogether(uploads: readonly ResumableUpload[], received: readonly ReceivedFile[], { resumable, files }: Storages): Promise<IncomingUpload> {
  const incoming = await files.beginUpload();
  try {
    for (const [position, { uuid, name, size }] of uploads.entries()) {
      const parts = await resumable.partsOf(uuid);
      // They are gone if the upload was meanwhile taken over or deleted.
      if (parts.reduce((sum, part) => sum + part.size, 0) !== size) throw new ProblemError('upload-over');
      await incoming.receive(received[position].storedName, bytesOf({ uuid, name, size }, parts, { resumable, files }));
    }
    await incoming.keep();
    return incoming;
  } catch (error) {
    await incoming.drop();
    throw error;
  }
}

type Whole = Pick<ResumableUpload, 'uuid' | 'name' | 'size'>;

async function* bytesOf(upload: Whole, parts: readonly { readonly part: string; readonly size: number }[], storages: Storages): AsyncGenerator<Buffer> {
  let read = 0;
  let expected = 0;
  for (const { part, size } of parts) {
    const content: AsyncIterable<Buffer> = await storages.files.openPart(upload.uuid, part).catch(async (error: unknown) => {
      // Of an upload that was meanwhile taken over or deleted, the database knows no parts either.
      const isOver = (await storages.resumable.partsOf(upload.uuid)).length === 0;
      throw isOver || !(error instanceof ProblemError && error.code === 'upload-over') ? error : await discarded(upload, read, storages);
    });
    for await (const chunk of content) {
      read += chunk.length;
      yield chunk;
    }
    expected += size;
    if (read !== expected) throw await discarded(upload, read, storages);
  }
}

/** Deletes an upload of which bytes are lost: whoever continued it would only learn the same again. */
async function discarded({ uuid, name, size }: Whole, found: number, { resumable, files }: Storages): Promise<ProblemError> {
  await resumable.remove(uuid);
  await files.deleteParts(uuid);
  return new ProblemError('upload-damaged', { file: name, found, size });
}
