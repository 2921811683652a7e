import { cancelledTaskAnswerSchema, createdTaskAnswerSchema, taskAnswerSchema, toolsAnswerSchema, uploadAnswerSchema } from './answers.ts';
import type { CreatedTaskAnswer, TaskAnswer, ToolAnswer, UploadAnswer } from './answers.ts';
import { reached } from './call-failed.ts';
import { call, JSON_HEADERS, parseJson, refusal, understood } from './calls.ts';
import { FileDownload, type SavedFile } from './file-download.ts';

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Called with the share of the form that has been sent, 0 to 1, if the transport knows it. */
  readonly onProgress?: (share: number) => void;
}

export interface SentForm {
  readonly status: number;
  readonly text: string;
  /** The header of that name. */
  readonly retryAfter?: string | null;
}

/** Sends a form and resolves with the response, whatever its status; rejects if there is no response. */
export type SendForm = (url: string, form: FormData, options: SendOptions) => Promise<SentForm>;

/**
 * Makes the attempts at a download: each goes on where the one before ended.
 * @param hasBegun whether the server has begun to send the file
 */
export type Attempts = (attempt: () => Promise<SavedFile>, hasBegun: () => boolean) => Promise<SavedFile>;

export interface TaskCall {
  readonly signal?: AbortSignal;
  /** 1 to 255 visible ASCII characters. A second call with the same key and upload gets the task of the first, so a call whose answer was lost can be repeated. */
  readonly key?: string;
}

/** The calls of the file tools: those in section 7 of the specification, and the list of tools. All reject with `CallFailed`. */
export interface ToolsClient {
  listTools(signal?: AbortSignal): Promise<ToolAnswer[]>;
  uploadFiles(files: readonly File[], options?: SendOptions): Promise<UploadAnswer>;
  /** Combines files sent by resumable uploads into one input. @param uploads their ids */
  joinUploads(uploads: readonly string[], signal?: AbortSignal): Promise<UploadAnswer>;
  /** @param options those of the tool, as described by `listTools`. */
  createTask(tool: string, inputFile: string, options?: Readonly<Record<string, unknown>>, call?: TaskCall): Promise<CreatedTaskAnswer>;
  readTask(tool: string, task: string, signal?: AbortSignal): Promise<TaskAnswer>;
  /** @returns the task after its cancellation, as far as the response says. */
  cancelTask(tool: string, task: string): Promise<TaskAnswer>;
  /**
   * @param onProgress called with the share received, 0 to 1, if the response states its length
   * @param attempts by default one
   */
  fetchFile(file: string, onProgress?: (share: number) => void, attempts?: Attempts): Promise<SavedFile>;
  /** The files of one dataset from a result that holds several. @param position one-based, as in the report of the task */
  fetchDataset(file: string, position: number, onProgress?: (share: number) => void, attempts?: Attempts): Promise<SavedFile>;
  deleteFile(file: string): Promise<void>;
}

/** @param sendForm replaces fetch for the upload, for a transport that reports progress. */
export function createToolsClient({ baseUrl = '/api/v1', sendForm = sendFormByFetch }: { baseUrl?: string; sendForm?: SendForm } = {}): ToolsClient {
  const address = (...segments: string[]) => [baseUrl, 'tools', ...segments.map(encodeURIComponent)].join('/');
  return {
    async listTools(signal) {
      const answer = await call(address(), { headers: JSON_HEADERS }, signal);
      return understood(toolsAnswerSchema, await reached(answer.text()));
    },
    async uploadFiles(files, options = {}) {
      const form = new FormData();
      for (const file of files) form.append(file.name, file, file.name);
      const answer = await reached(sendForm(address('files'), form, options));
      if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.text, answer.retryAfter);
      return understood(uploadAnswerSchema, answer.text);
    },
    async joinUploads(uploads, signal) {
      const answer = await call(address('files', 'from-uploads'), { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify({ uploads }) }, signal);
      return understood(uploadAnswerSchema, await reached(answer.text()));
    },
    async createTask(tool, inputFile, options, { signal, key } = {}) {
      const body = JSON.stringify({ input_file: inputFile, ...(options === undefined ? {} : { options }) });
      const headers = key === undefined ? JSON_HEADERS : { ...JSON_HEADERS, 'Idempotency-Key': key };
      const answer = await call(address(tool), { method: 'POST', headers, body }, signal);
      return understood(createdTaskAnswerSchema, await reached(answer.text()));
    },
    async readTask(tool, task, signal) {
      const answer = await call(address(tool, task), { headers: JSON_HEADERS, cache: 'no-store' }, signal);
      return understood(taskAnswerSchema, await reached(answer.text()));
    },
    async cancelTask(tool, task) {
      const answer = await call(address(tool, task), { method: 'DELETE' });
      return cancelledTaskAnswerSchema.parse(parseJson(await reached(answer.text())));
    },
    fetchFile: (file, onProgress, attempts) => fetchSaved(address('files', file), onProgress, attempts),
    fetchDataset: (file, position, onProgress, attempts) => fetchSaved(address('files', file, 'datasets', String(position)), onProgress, attempts),
    async deleteFile(file) {
      await call(address('files', file), { method: 'DELETE' });
    },
  };
}

function fetchSaved(url: string, onProgress: ((share: number) => void) | undefined, attempts: Attempts = (attempt) => attempt()): Promise<SavedFile> {
  const download = new FileDownload(url, onProgress);
  return attempts(() => download.goOn(), () => download.hasBegun);
}

async function sendFormByFetch(url: string, form: FormData, { signal }: SendOptions) {
  const answer = await fetch(url, { method: 'POST', body: form, ...(signal === undefined ? {} : { signal }) });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
}
