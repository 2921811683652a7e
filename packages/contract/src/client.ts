import type { z } from 'zod';
import { cancelledTaskAnswerSchema, createdTaskAnswerSchema, problemAnswerSchema, taskAnswerSchema, uploadAnswerSchema } from './answers.ts';
import type { CreatedTaskAnswer, TaskAnswer, UploadAnswer } from './answers.ts';
import { fileNameFrom } from './content-disposition.ts';
import type { RepairOptionsInput } from './tasks.ts';

/** A call that did not succeed. The message is a sentence for people, the server's own where it gave one. */
export class CallFailed extends Error {
  /** The HTTP status, or null when no answer came. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallFailed';
    this.status = status;
  }
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Told the share of the form that has been sent, 0 to 1, where the transport knows it. */
  readonly onProgress?: (share: number) => void;
}

/** Sends a form and resolves with the answer, whatever its status; rejects when no answer comes. */
export type SendForm = (url: string, form: FormData, options: SendOptions) => Promise<{ status: number; text: string }>;

export interface SavedFile {
  readonly blob: Blob;
  readonly name: string;
}

/** The calls of the file tools, as section 7 of the specification lists them. All reject with `CallFailed`. */
export interface ToolsClient {
  uploadFiles(files: readonly File[], options?: SendOptions): Promise<UploadAnswer>;
  createTask(tool: string, inputFile: string, options?: RepairOptionsInput, signal?: AbortSignal): Promise<CreatedTaskAnswer>;
  readTask(tool: string, task: string, signal?: AbortSignal): Promise<TaskAnswer>;
  /** @returns the task after its cancellation, as far as the answer tells. */
  cancelTask(tool: string, task: string): Promise<TaskAnswer>;
  fetchFile(file: string): Promise<SavedFile>;
  deleteFile(file: string): Promise<void>;
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** @param sendForm replaces fetch for the upload, for a transport that tells how far it is. */
export function createToolsClient({ baseUrl = '/api/v1', sendForm = sendFormByFetch }: { baseUrl?: string; sendForm?: SendForm } = {}): ToolsClient {
  const address = (...segments: string[]) => [baseUrl, 'tools', ...segments.map(encodeURIComponent)].join('/');
  return {
    async uploadFiles(files, options = {}) {
      const form = new FormData();
      for (const file of files) form.append(file.name, file, file.name);
      const answer = await reached(sendForm(address('files'), form, options));
      if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.text);
      return understood(uploadAnswerSchema, answer.text);
    },
    async createTask(tool, inputFile, options, signal) {
      const body = JSON.stringify({ input_file: inputFile, ...(options === undefined ? {} : { options }) });
      const answer = await call(address(tool), { method: 'POST', headers: JSON_HEADERS, body }, signal);
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
    async fetchFile(file) {
      const answer = await call(address('files', file), { headers: JSON_HEADERS });
      return { blob: await reached(answer.blob()), name: fileNameFrom(answer.headers.get('content-disposition')) };
    },
    async deleteFile(file) {
      await call(address('files', file), { method: 'DELETE' });
    },
  };
}

async function call(url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const answer = await reached(fetch(url, signal === undefined ? init : { ...init, signal }));
  if (!answer.ok) throw refusal(answer.status, await reached(answer.text()));
  return answer;
}

async function sendFormByFetch(url: string, form: FormData, { signal }: SendOptions) {
  const answer = await fetch(url, { method: 'POST', body: form, ...(signal === undefined ? {} : { signal }) });
  return { status: answer.status, text: await answer.text() };
}

/** A network that fails is told in words; an abort stays an abort. */
async function reached<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallFailed('The server could not be reached. Check your connection and try again.', null, { cause });
  }
}

function refusal(status: number, text: string): CallFailed {
  const problem = problemAnswerSchema.safeParse(parseJson(text));
  const sentence = problem.success ? (problem.data.detail ?? problem.data.title) : undefined;
  return new CallFailed(sentence ?? `The server refused the request (status ${String(status)}). Try again later.`, status);
}

function understood<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const answer = schema.safeParse(parseJson(text));
  if (!answer.success) throw new CallFailed('The answer of the server could not be understood. Try again later.', null, { cause: answer.error });
  return answer.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
