import { describe, expect, it } from 'vitest';
import { maximalGroups } from './maximal-groups.ts';

function groups(members: readonly number[], pairs: readonly string[]): string[] {
  const isPair = (member: number, other: number): boolean => pairs.includes(`${Math.min(member, other)} ${Math.max(member, other)}`);
  return maximalGroups(members, isPair).map((group) => group.toSorted((p, q) => p - q).join(' ')).sort();
}

describe('the largest groups of members that all go together', () => {
  it('are one where all do, and one for each member where none does', () => {
    expect(groups([1, 2, 3], ['1 2', '1 3', '2 3'])).toEqual(['1 2 3']);
    expect(groups([1, 2, 3], [])).toEqual(['1', '2', '3']);
  });

  it('share a member that goes with several, in whatever order they are named', () => {
    for (const members of [[1, 2, 3, 4], [4, 3, 2, 1], [2, 4, 1, 3]]) expect(groups(members, ['1 2', '2 3'])).toEqual(['1 2', '2 3', '4']);
    for (const members of [[1, 2, 3, 4], [3, 1, 4, 2]]) expect(groups(members, ['1 2', '1 3', '2 3', '3 4'])).toEqual(['1 2 3', '3 4']);
  });
});
