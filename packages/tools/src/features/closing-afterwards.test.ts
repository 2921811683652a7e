import { describe, expect, it } from 'vitest';
import { closingAfterwards } from './closing-afterwards.ts';

/** Three things of which the middle one cannot be closed, and the names of those that were asked to close. */
function threeOpened() {
  const closed: string[] = [];
  const thing = (name: string) => ({
    close: () => {
      closed.push(name);
      return name === 'b' ? Promise.reject(new Error('b cannot be closed')) : Promise.resolve();
    },
  });
  return { closed, things: ['a', 'b', 'c'].map(thing) };
}

describe('what was opened for some work', () => {
  it('is all closed, although one cannot be closed, which is told', async () => {
    const { closed, things } = threeOpened();
    await expect(closingAfterwards((closeLater) => { things.forEach(closeLater); return Promise.resolve('done'); })).rejects.toThrow('b cannot be closed');
    expect(closed).toEqual(['a', 'b', 'c']);
  });

  it('is all closed after a failure, which no other error replaces', async () => {
    const { closed, things } = threeOpened();
    await expect(closingAfterwards((closeLater) => { things.forEach(closeLater); return Promise.reject(new Error('the work failed')); })).rejects.toThrow('the work failed');
    expect(closed).toEqual(['a', 'b', 'c']);
  });

  it('gives the result of the work if all is closed', async () => {
    const { closed, things } = threeOpened();
    expect(await closingAfterwards((closeLater) => { closeLater(things[0]); return Promise.resolve('done'); })).toBe('done');
    expect(closed).toEqual(['a']);
  });
});
