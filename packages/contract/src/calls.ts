import type { z } from 'zod';
import { problemAnswerSchema } from './answers.ts';
import { CallFailed, reached } from './call-failed.ts';
import { AnsweredByOther, isOtherPage, isPage } from './other-page.ts';
import { retryOf } from './retry.ts';

export const JSON_HEADERS = { 'Content-Type': 'application/json' };

export async function call(url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const answer = await reached(fetch(url, signal === undefined ? init : { ...init, signal }));
  if (!answer.ok) throw refusal(answer.status, await reached(answer.text()), answer.headers.get('retry-after'));
  if (isOtherPage(answer.headers)) throw new AnsweredByOther();
  return answer;
}

/** The error in an unsuccessful response. @param retryAfter the header of that name */
export function refusal(status: number, text: string, retryAfter: string | null | undefined): CallFailed {
  // A library may take a page with status 200 for a refusal.
  if (status < 400 && isPage(text)) return new AnsweredByOther();
  const problem = problemAnswerSchema.safeParse(parseJson(text));
  const sentence = problem.success ? (problem.data.detail ?? problem.data.title) : undefined;
  const code = problem.success ? (problem.data.code ?? null) : null;
  return new CallFailed(sentence ?? `The server refused the request (status ${String(status)}). Try again later.`, status, { code, retry: retryOf(retryAfter) });
}

export function understood<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  if (isPage(text)) throw new AnsweredByOther();
  const answer = schema.safeParse(parseJson(text));
  if (!answer.success) throw new CallFailed('The answer from the server could not be understood. Try again later.', null, { cause: answer.error });
  return answer.data;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
