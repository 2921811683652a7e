import '../../ui/no-compiled-schemas.ts';
import { askBeforeUnload } from '../../ui/ask-before-unload.ts';
import { CallFailed, reached, refusal } from '@geoinsights/contract';
import type { UploadAnswer } from '@geoinsights/contract';
import type { DetailedError } from 'tus-js-client';
import { unfinishedUploads } from '../device/unfinished-uploads.ts';
import { FileUnreadable, unreadableAmong } from '../device/unreadable-file.ts';
import { tools } from './tools-client.ts';
import { isPassingFailure, untilTheLineIsBack } from './line-back.ts';
import { STOPPED } from './sending.ts';
import type { Sending } from './sending.ts';

interface Sender {
  readonly signal: AbortSignal;
  readonly onSending: (sending: Sending) => void;
}

const ENDPOINT = '/api/v1/tools/uploads';
/** Larger files are sent in a way that can continue after a broken connection. */
const LARGE_BYTES = 20 * 1024 * 1024;
/** At most this much is sent again if a proxy held back what it had received before the connection broke. */
const PART_BYTES = 8 * 1024 * 1024;
/** The upload no longer exists. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
/** The server does not support such uploads. */
const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Sends files as one input. If any of them is large, all are sent by the tus protocol, one after the other, and combined once all have arrived;
 * otherwise a single call sends them.
 * @throws CallFailed, or FileUnreadable
 */
export async function sendFiles(files: readonly File[], sender: Sender): Promise<UploadAnswer> {
  // Leaving or reloading the page during an upload aborts it. A task continues without the page.
  const askNoMore = askBeforeUnload();
  try {
    return await send(files, sender);
  } finally {
    askNoMore();
  }
}

async function send(files: readonly File[], { signal, onSending }: Sender): Promise<UploadAnswer> {
  if (files.some(({ size }) => size > LARGE_BYTES)) {
    const answer = await sendResumably(files, { signal, onSending });
    if (answer !== null) return answer;
  }
  return whileReadable(files, () => tools.uploadFiles(files, { signal, onProgress: (share) => onSending({ share, isBroken: false }) }));
}

/** Browsers fail to send a file that they cannot read as if there were no connection, and then no later attempt would succeed. */
async function whileReadable<Outcome>(files: readonly File[], attempt: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await attempt();
  } catch (error) {
    const unreadable = error instanceof CallFailed && error.status === null ? await unreadableAmong(files) : undefined;
    throw unreadable === undefined ? error : new FileUnreadable(unreadable);
  }
}

/** @returns null if the server does not support such uploads */
async function sendResumably(files: readonly File[], { signal, onSending }: Sender): Promise<UploadAnswer | null> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const urls = new Map<File, string>();
  let before = 0;
  let share = 0;
  const onBreak = () => onSending({ share, isBroken: true });
  try {
    for (const file of files) {
      const onSent = (bytes: number) => {
        share = (before + bytes) / total;
        onSending({ share, isBroken: false });
      };
      const send = () => whileReadable([file], () => sendFile(file, { urls, signal, onSent }));
      if ((await untilTheLineIsBack(send, { signal, onBreak, isPassing: (error) => urls.has(file) && isPassingFailure(error) })) === 'not offered') return null;
      before += file.size;
    }
    onSending({ share: undefined, isBroken: false });
    const ids = files.map((file) => (urls.get(file) ?? '').split('/').at(-1) ?? '');
    const answer = await untilTheLineIsBack(() => tools.joinUploads(ids, signal), { signal, onBreak, isPassing: isPassingFailure });
    for (const file of files) unfinishedUploads.forget(file);
    return answer;
  } catch (error) {
    if (signal.reason === STOPPED) await giveUp(urls);
    throw error;
  }
}

interface FileSender {
  /** The address of each file's upload; `sendFile` adds that of its own file. */
  readonly urls: Map<File, string>;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

/** Sends the rest of one file, in a single attempt. @throws CallFailed; the progress so far is recorded */
async function sendFile(file: File, sender: FileSender): Promise<'sent' | 'not offered'> {
  const known = sender.urls.get(file) ?? unfinishedUploads.find(file, [...sender.urls.values()]);
  try {
    await goOn(file, known, sender);
    return 'sent';
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status === null) throw error;
    if (known === undefined && NOT_OFFERED.has(error.status)) return 'not offered';
    if (known === undefined || !GONE.has(error.status)) throw error;
    sender.urls.delete(file);
    unfinishedUploads.forget(file);
    return sendFile(file, sender);
  }
}

async function goOn(file: File, known: string | undefined, { urls, signal, onSent }: FileSender): Promise<void> {
  // Only visitors with a large file need it.
  const { Upload, DetailedError } = await reached(import('tus-js-client'));
  signal.throwIfAborted();
  if (known !== undefined) urls.set(file, known);
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      // With both options, any refusal of an upload in progress would make the library begin a new one.
      ...(known === undefined ? { endpoint: ENDPOINT } : { uploadUrl: known }),
      metadata: { filename: file.name },
      chunkSize: PART_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        if (upload.url === null) return;
        urls.set(file, upload.url);
        unfinishedUploads.remember(file, upload.url);
      },
      onProgress: onSent,
      onSuccess: () => settle(resolve),
      onError: (error) => settle(() => reject(error instanceof DetailedError ? failureOf(error) : error)),
    });
    const stop = () => {
      void upload.abort();
      settle(() => reject(STOPPED));
    };
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', stop);
      end();
    };
    signal.addEventListener('abort', stop);
    upload.start();
  });
}

function failureOf(error: DetailedError): CallFailed {
  const answer = error.originalResponse;
  if (answer === null) return new CallFailed('The server could not be reached. Check your connection and try again.', null, { cause: error });
  return refusal(answer.getStatus(), answer.getBody(), answer.getHeader('retry-after'));
}

/** Uploads that cannot be deleted now are deleted by the server a day later. */
async function giveUp(urls: ReadonlyMap<File, string>): Promise<void> {
  for (const [file, url] of urls) {
    unfinishedUploads.forget(file);
    await fetch(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
  }
}
