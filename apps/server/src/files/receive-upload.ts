import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { ProblemError } from '@geoinsights/contract';
import type { Config } from '../config.ts';
import { describeBytes } from './describe-bytes.ts';
import { cleanFileName, fileNameKey, storedName } from './file-names.ts';
import type { LocalFiles } from './local-files.ts';

export interface ReceivedFile {
  readonly name: string;
  readonly size: number;
  readonly storedName: string;
}

/**
 * Streams the parts of a multipart request to disk, one after the other, and keeps all of them or none.
 * When it returns, every byte is on the disk and survives a loss of power.
 * @throws ProblemError for what the sender did wrong, and when the disk is full.
 */
export async function receiveUpload(
  parts: AsyncIterable<MultipartFile>,
  files: LocalFiles,
  limits: Config['upload'],
): Promise<{ uuid: string; files: ReceivedFile[] }> {
  const { uuid, folder } = await files.beginUpload();
  try {
    const received = await receiveParts(parts, folder, limits);
    if (received.length === 0) throw new ProblemError('no-files');
    await files.keepUpload(uuid);
    return { uuid, files: received };
  } catch (error) {
    await files.dropIncoming(uuid);
    throw problemOf(error, limits);
  }
}

async function receiveParts(parts: AsyncIterable<MultipartFile>, folder: string, limits: Config['upload']): Promise<ReceivedFile[]> {
  const received: ReceivedFile[] = [];
  const keys = new Set<string>();
  let total = 0;
  for await (const part of parts) {
    const given = givenNameOf(part);
    // Browsers write a quotation mark in a part's name so, and no other character but line ends, which are dropped anyway.
    const name = cleanFileName(given.replaceAll('%22', '"'));
    const key = fileNameKey(name);
    if (keys.has(key)) throw new ProblemError('duplicate-file-name', { file: name });
    keys.add(key);

    const stored = storedName(received.length, name);
    let size = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        total += chunk.length;
        if (total > limits.maximumBytes) done(tooLarge(limits));
        else done(null, chunk);
      },
    });
    // `flush` makes the file's bytes last before its stream counts as finished.
    await pipeline(part.file, count, createWriteStream(path.join(folder, stored), { flags: 'wx', flush: true }));
    if (part.file.truncated) throw tooLarge(limits);
    received.push({ name, size, storedName: stored });
  }
  return received;
}

/** The multipart parser leaves the name out of a part that has a media type and no name, whatever its types say. */
function givenNameOf({ filename, fieldname }: { filename?: string; fieldname: string }): string {
  return filename === undefined || filename === '' ? fieldname : filename;
}

export function tooLarge(limits: Config['upload']): ProblemError {
  return new ProblemError('upload-too-large', { limit: describeBytes(limits.maximumBytes) });
}

const FULL_DISK_CODES = new Set(['ENOSPC', 'EDQUOT']);

/** The table's word for what went wrong while receiving; faults of ours pass through. */
function problemOf(error: unknown, limits: Config['upload']): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof ProblemError) return incompleteOf(error);
  const { code } = error;
  if (typeof code === 'string' && FULL_DISK_CODES.has(code)) return new ProblemError('storage-full', {}, { cause: error });
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') return new ProblemError('too-many-files', { limit: limits.maximumFiles }, { cause: error });
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(limits);
  if (code === 'FST_PROTO_VIOLATION') return new ProblemError('invalid-file-name', {}, { cause: error });
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_INVALID_JSON_FIELD_ERROR') {
    return new ProblemError('invalid-request', { reason: 'an upload holds files only, and no other fields.' }, { cause: error });
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET') {
    return new ProblemError('upload-incomplete', {}, { cause: error });
  }
  return error;
}

/** The multipart parser throws plain errors for a body that ends early or has no boundary. */
function incompleteOf(error: unknown): unknown {
  if (error instanceof ProblemError || !(error instanceof Error)) return error;
  return /multipart|boundary|part terminated|malformed part header/i.test(error.message) ? new ProblemError('upload-incomplete', {}, { cause: error }) : error;
}
