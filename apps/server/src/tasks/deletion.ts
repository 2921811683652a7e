import type { FileStorage } from '../files/file-storage.ts';
import type { ResumableStore } from '../files/resumable-store.ts';
import type { UploadStore } from '../files/upload-store.ts';
import type { TaskStore } from './task-store.ts';
import type { TaskWorker } from './task-worker.ts';

/** Everything that belongs to an upload: its rows, its files, and the tasks on it. */
interface DeletionServices {
  readonly uploads: UploadStore;
  readonly files: FileStorage;
  readonly tasks: TaskStore;
  readonly worker: TaskWorker;
}

/** Deletes an upload (with its tasks, which are cancelled, and their results) or one result. False if it is neither. */
export async function deleteFile(uuid: string, services: DeletionServices): Promise<boolean> {
  const { uploads, files } = services;
  if ((await uploads.filesOf(uuid)).length > 0) {
    await deleteUpload(uuid, services);
    return true;
  }
  if ((await uploads.result(uuid)) === null) return false;
  await uploads.forgetResult(uuid);
  await files.deleteResult(uuid);
  return true;
}

async function deleteUpload(uuid: string, { uploads, tasks, worker, files }: DeletionServices): Promise<void> {
  for (const task of await tasks.unfinishedOf(uuid)) await worker.cancel(task);
  const results = await uploads.forgetUpload(uuid);
  tasks.forgetPolled();
  await files.deleteUpload(uuid);
  for (const result of results) await files.deleteResult(result);
}

/**
 * Deletes everything that has expired at `now`.
 * @param retentionMilliseconds also the time for which an expired resumable upload is still reported as expired
 */
export async function deleteExpired(services: DeletionServices & { readonly resumable: ResumableStore }, now: Date, retentionMilliseconds: number): Promise<void> {
  const { resumable, files } = services;
  for (const upload of await resumable.expired(now)) {
    if (await resumable.forgetExpiredParts(upload, now)) await files.deleteParts(upload);
  }
  await resumable.removeBefore(new Date(now.getTime() - retentionMilliseconds));
  for (const upload of await services.uploads.expired(now)) {
    // A new task on it, which keeps it longer, may have come since the list was made.
    if (!(await services.uploads.closeExpired(upload, now))) continue;
    await deleteUpload(upload, services);
    await services.uploads.remove(upload);
  }
}
