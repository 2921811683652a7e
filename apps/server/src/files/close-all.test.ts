import { expect, test } from 'vitest';
import { closeAfterFailure, closeAll } from './close-all.ts';
import type { Closer } from './close-all.ts';

function closersInto(closed: string[]): Closer[] {
  return [
    () => void closed.push('lock'),
    () => Promise.reject(new Error('the database is gone')),
    () => {
      throw new Error('the store is busy');
    },
    () => Promise.resolve(void closed.push('queue')),
  ];
}

test('everything is closed once, the last opened first, also after what cannot be closed', async () => {
  const closed: string[] = [];
  const closers = closersInto(closed);
  await expect(closeAll(closers)).rejects.toMatchObject({ errors: [new Error('the store is busy'), new Error('the database is gone')] });
  expect(closed).toEqual(['queue', 'lock']);
  await closeAll(closers);
  expect(closed).toHaveLength(2);
});

test('after a failure, what cannot be closed does not take the place of what has to be told', async () => {
  const closed: string[] = [];
  await closeAfterFailure(closersInto(closed));
  expect(closed).toEqual(['queue', 'lock']);
});
