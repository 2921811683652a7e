import { expect, it } from 'vitest';
import { invalidNote } from './invalid-note.ts';

it('a long name is cut between two characters, and seen to be', () => {
  const { text } = invalidNote('lots', { count: 1, first: 0, name: `${'a'.repeat(118)}😀😀`, where: 'the result' });
  expect(text).toContain(`(${'a'.repeat(118)}…)`);
  expect(text.isWellFormed()).toBe(true);
});
