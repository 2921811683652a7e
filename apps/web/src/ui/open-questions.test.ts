import { describe, expect, test } from 'vitest';
import { OpenQuestions } from './open-questions.ts';

type Answer = { readonly kind: 'length'; readonly metres: number } | { readonly kind: 'name'; readonly name: string };
const metresIn = (answer: Answer): number | null => (answer.kind === 'length' ? answer.metres : null);
const ignore = (): void => undefined;

describe('open questions', () => {
  test('are answered by id, in any order', async () => {
    const questions = new OpenQuestions<Answer>();
    const sent: number[] = [];
    const asked = [1, 2].map(() => questions.ask((id) => sent.push(id), metresIn));
    expect([questions.answer(sent[1], { kind: 'length', metres: 20 }), questions.answer(sent[0], { kind: 'length', metres: 10 })]).toEqual([true, true]);
    expect(await Promise.all(asked)).toEqual([10, 20]);
  });

  test('stay open if the answer is one to another question, and ignore an answer to none', async () => {
    const questions = new OpenQuestions<Answer>();
    const asked = questions.ask(ignore, metresIn);
    expect(questions.answer(0, { kind: 'name', name: 'A' })).toBe(false);
    expect(questions.answer(7, { kind: 'length', metres: 1 })).toBe(true);
    expect(questions.answer(0, { kind: 'length', metres: 5 })).toBe(true);
    expect(await asked).toBe(5);
  });

  test('are refused if they cannot be sent, and one by one', async () => {
    const questions = new OpenQuestions<Answer>();
    const unsent = questions.ask(() => {
      throw new Error('not sent');
    }, metresIn);
    await expect(unsent).rejects.toThrow('not sent');
    const asked = questions.ask(ignore, metresIn);
    questions.refuse(1, new Error('no answer'));
    await expect(asked).rejects.toThrow('no answer');
  });

  test('are all refused with the first reason once they are closed, those asked later, too', async () => {
    const questions = new OpenQuestions<Answer>();
    const asked = [1, 2].map(() => questions.ask(ignore, metresIn));
    expect(questions.end).toBeNull();
    questions.close(new Error('closed'));
    questions.close(new Error('again'));
    expect(questions.end?.message).toBe('closed');
    for (const question of [...asked, questions.ask(ignore, metresIn)]) await expect(question).rejects.toThrow('closed');
  });
});
