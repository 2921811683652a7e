import type { z } from 'zod';
import { problemAnswerSchema } from './answers.ts';
import { retryOf } from './retry.ts';
import type { Retry } from './retry.ts';

/** A call that did not succeed. The message is a sentence for people, the server's own if it gave one. */
export class CallFailed extends Error {
  /** The HTTP status, or null if there was no response. */
  readonly status: number | null;
  /** The code of the error table, if the server gave one. */
  readonly code: string | null;
  /** When to try again, if the server stated it. */
  readonly retry: Retry | null;

  constructor(message: string, status: number | null, { code = null, retry = null, ...options }: ErrorOptions & { code?: string | null; retry?: Retry | null } = {}) {
    super(message, options);
    this.name = 'CallFailed';
    this.status = status;
    this.code = code;
    this.retry = retry;
  }
}

export const JSON_HEADERS = { 'Content-Type': 'application/json' };

export async function call(url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const answer = await reached(fetch(url, signal === undefined ? init : { ...init, signal }));
  if (!answer.ok) throw refusal(answer.status, await reached(answer.text()), answer.headers.get('retry-after'));
  return answer;
}

/** A network failure gets a message in words; an abort stays an abort. */
export async function reached<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallFailed('The server could not be reached. Check your connection and try again.', null, { cause });
  }
}

/** The error in an unsuccessful response. @param retryAfter the header of that name */
export function refusal(status: number, text: string, retryAfter: string | null | undefined): CallFailed {
  const problem = problemAnswerSchema.safeParse(parseJson(text));
  const sentence = problem.success ? (problem.data.detail ?? problem.data.title) : undefined;
  const code = problem.success ? (problem.data.code ?? null) : null;
  return new CallFailed(sentence ?? `The server refused the request (status ${String(status)}). Try again later.`, status, { code, retry: retryOf(retryAfter) });
}

export function understood<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const answer = schema.safeParse(parseJson(text));
  if (!answer.success) throw new CallFailed('The answer of the server could not be understood. Try again later.', null, { cause: answer.error });
  return answer.data;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
