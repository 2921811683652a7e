import type { z } from 'zod';

/** @param id of the question that failed; null if it is the worker that did */
type Fail = (id: number | null, message: string) => void;

/**
 * Lets this worker answer the questions of its page. Each gets an answer: one that is malformed, or that cannot be answered, its failure. Any other
 * error is a failure of the worker.
 */
export function answerQuestions<Question extends { readonly id: number }>(schema: z.ZodType<Question>, answer: (question: Question) => Promise<void>, fail: Fail): void {
  self.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    fail(null, messageOf(event.reason));
  });
  self.addEventListener('messageerror', () => {
    fail(null, 'A question of the page could not be received.');
  });
  self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const question = schema.safeParse(data);
    if (!question.success) {
      fail(idIn(data), `A question of the page was not understood: ${question.error.message}`);
      return;
    }
    answer(question.data).catch((error: unknown) => {
      fail(question.data.id, messageOf(error));
    });
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The id of a malformed question, so that its sender need not wait. */
function idIn(data: unknown): number | null {
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'number' ? data.id : null;
}
