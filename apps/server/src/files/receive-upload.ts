import type { MultipartFile } from '@fastify/multipart';
import { ProblemError } from '@geoinsights/contract';
import type { Upload } from '@geoinsights/contract';
import type { Config } from '../config.ts';
import { describeBytes } from './describe-bytes.ts';
import { cleanFileName, decodedWord, fileNameKey, storedName } from './file-names.ts';
import type { FileStorage, IncomingUpload } from './file-storage.ts';
import { namesOf } from './multipart-as-sent.ts';
import type { ReceivedFile, UploadStore } from './upload-store.ts';

/**
 * Streams the parts of a multipart request into the storage, one after the other, and keeps all of them or none. When it returns,
 * every byte is stored and survives a power failure.
 * @throws ProblemError for errors of the sender, and if the storage is full or does not answer.
 */
export async function receiveUpload(
  parts: AsyncIterable<MultipartFile>,
  files: FileStorage,
  limits: Config['upload'],
): Promise<{ uuid: string; files: ReceivedFile[] }> {
  const incoming = await files.beginUpload();
  try {
    const received = await receiveParts(parts, incoming, limits);
    if (received.length === 0) throw new ProblemError('no-files');
    await incoming.keep();
    return { uuid: incoming.uuid, files: received };
  } catch (error) {
    await incoming.drop();
    throw problemOf(error, limits);
  }
}

/** Records an upload whose files are stored. Files that the database does not know are of no use to anybody. */
export async function recordUpload(uuid: string, received: readonly ReceivedFile[], { files, uploads }: { readonly files: FileStorage; readonly uploads: UploadStore }): Promise<Upload> {
  try {
    const expiresAt = await uploads.add(uuid, received);
    return { uuid, files: received.map(({ name, size }) => ({ name, size })), expires_at: expiresAt.toISOString() };
  } catch (error) {
    await files.deleteUpload(uuid);
    throw error;
  }
}

async function receiveParts(parts: AsyncIterable<MultipartFile>, incoming: IncomingUpload, limits: Config['upload']): Promise<ReceivedFile[]> {
  const received: ReceivedFile[] = [];
  const keys = new Set<string>();
  let total = 0;
  for await (const part of parts) {
    const { filename = '', fieldname = '' } = namesOf(part);
    const given = filename === '' ? fieldname : filename;
    // Browsers escape a quotation mark in a part's name like this, and nothing else except line ends, which are dropped anyway.
    const name = cleanFileName(decodedWord(given.replaceAll('%22', '"')));
    const key = fileNameKey(name);
    if (keys.has(key)) throw new ProblemError('duplicate-file-name', { file: name });
    keys.add(key);

    const stored = storedName(received.length, name);
    let size = 0;
    const counted = async function* () {
      for await (const chunk of bytesOf(part)) {
        size += chunk.length;
        total += chunk.length;
        if (total > limits.maximumBytes) throw tooLarge(limits);
        yield chunk;
      }
    };
    await incoming.receive(stored, counted());
    if (part.file.truncated) throw tooLarge(limits);
    received.push({ name, size, storedName: stored });
  }
  return received;
}

/** The types leave the kind of chunks open. */
function bytesOf({ file }: MultipartFile): AsyncIterable<Buffer> {
  return file;
}

export function tooLarge(limits: Config['upload']): ProblemError {
  return new ProblemError('upload-too-large', { limit: describeBytes(limits.maximumBytes) });
}

/** The problem of the table for an error while receiving; all other errors pass through. */
function problemOf(error: unknown, limits: Config['upload']): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof ProblemError) return incompleteOf(error);
  const { code } = error;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') return new ProblemError('too-many-files', { limit: limits.maximumFiles }, { cause: error });
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(limits);
  if (code === 'FST_PROTO_VIOLATION') return new ProblemError('invalid-file-name', {}, { cause: error });
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_INVALID_JSON_FIELD_ERROR') {
    return new ProblemError('invalid-request', { reason: 'an upload may contain only files, and no other fields.' }, { cause: error });
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
