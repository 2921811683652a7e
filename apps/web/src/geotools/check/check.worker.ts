import '../../ui/no-compiled-schemas.ts';
import { messageOf } from '../../ui/answer-questions.ts';
import { isOfLostModule } from '../../ui/late-code.ts';
import { repairOptionsSchema } from '@geoinsights/contract';
import type { FileDigest } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { fileOfBlob, readersInMemory } from '@geoinsights/formats/in-memory';
import { checkInMemory } from '@geoinsights/tools/check';
import { FileUnreadable, unreadableAmong } from '../device/unreadable-file.ts';
import { checkRequestSchema } from './messages.ts';
import type { CheckAnswer, CheckRequest } from './messages.ts';

/** Checks the files of one selection. The page ends the worker once it has answered, or earlier. */

/** Time between two progress messages. */
const TELL_EVERY_MS = 100;
/** Report text collected into one part of its file. */
const PART_CHARACTERS = 4 << 20;

self.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  tellFailure(event.reason);
});

self.addEventListener('messageerror', () => {
  tell({ kind: 'failed', message: 'The request of the page could not be received.' });
});

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  answer(data).catch(tellFailure);
});

async function answer(data: unknown): Promise<void> {
  const request = checkRequestSchema.parse(data);
  try {
    await check(request);
  } catch (error) {
    // The readers tell of a file that is gone in several ways.
    const unreadable = await unreadableAmong(request.files);
    throw unreadable === undefined ? error : new FileUnreadable(unreadable);
  }
}

async function check({ files, options, mostMemory }: CheckRequest): Promise<void> {
  let reportedAt = 0;
  const { report, text } = await checkInMemory({
    files: files.map((file) => ({ ...fileOfBlob(file.name, file), folder: folderOf(file) })),
    inputs: await digestsOf(files),
    readers: readersInMemory(mostMemory / 2),
    options: repairOptionsSchema.parse(options),
    // The visitor's own time is not limited: the visitor can stop the check.
    bound: { seconds: Infinity, mostSeconds: Infinity, memoryBytes: mostMemory },
    onProgress: (share, stage) => {
      const now = performance.now();
      if (now - reportedAt < TELL_EVERY_MS) return;
      reportedAt = now;
      tell({ kind: 'progress', share, stage });
    },
  });
  tell({ kind: 'done', report, reportFile: blobOf(text) });
}

/** SHA-256 of each file, with one in memory at a time; browsers compute none for pages loaded without TLS. */
async function digestsOf(files: readonly File[]): Promise<FileDigest[] | undefined> {
  if (!isSecureContext) return undefined;
  const digests: FileDigest[] = [];
  for (const file of files) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    digests.push({ name: file.name, bytes: file.size, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') });
  }
  return digests;
}

/** The file's folder within a dropped folder: files from different folders do not belong together. */
function folderOf({ webkitRelativePath: path }: File): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The browser can store parts of a blob outside memory, so that a long report is not one string in memory. */
function blobOf(text: Iterable<string>): Blob {
  const parts: Blob[] = [];
  let pending = '';
  for (const piece of text) {
    pending += piece;
    if (pending.length < PART_CHARACTERS) continue;
    parts.push(new Blob([pending]));
    pending = '';
  }
  return new Blob([...parts, pending], { type: 'application/json' });
}

function tellFailure(error: unknown): void {
  if (error instanceof ProblemError) tell({ kind: 'refused', code: error.code, sentence: error.message });
  else if (error instanceof FileUnreadable) tell({ kind: 'refused', code: 'file-unreadable', sentence: error.message });
  else tell({ kind: isOfLostModule(error) ? 'unloaded' : 'failed', message: messageOf(error) });
}

function tell(answer: CheckAnswer): void {
  self.postMessage(answer);
}
