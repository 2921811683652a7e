import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { answerQuestions } from './answer-questions.ts';

const questionSchema = z.object({ id: z.number(), kind: z.enum(['good', 'bad']) });

afterEach(() => {
  vi.unstubAllGlobals();
});

test('every question is answered, also one that is malformed or that cannot be answered', async () => {
  const worker = new EventTarget();
  vi.stubGlobal('self', worker);
  const answers: unknown[] = [];
  const answer = ({ id, kind }: z.output<typeof questionSchema>) => (kind === 'good' ? Promise.resolve(void answers.push(id)) : Promise.reject(new RangeError('too far')));
  answerQuestions(questionSchema, answer, (id, message) => answers.push([id, message.split('\n', 1)[0]]));
  for (const data of [{ id: 1, kind: 'good' }, { id: 2, kind: 'bad' }, { id: 3, kind: 'unknown' }, 'nothing']) worker.dispatchEvent(new MessageEvent('message', { data }));
  worker.dispatchEvent(new Event('messageerror'));
  await vi.waitFor(() => {
    expect(answers).toHaveLength(5);
  });
  expect(answers).toEqual(expect.arrayContaining([1, [2, 'RangeError: too far'], [3, expect.stringContaining('not understood')], [null, expect.stringContaining('not understood')], [null, expect.stringContaining('could not be received')]]));
});
