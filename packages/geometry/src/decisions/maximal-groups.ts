/**
 * The maximal cliques: groups in which every two members are compatible and to which no other member can be added. A member without a
 * partner is a group by itself; a member may belong to several groups. The order of the members only affects the order of the result.
 */
export function maximalGroups(members: readonly number[], goTogether: (member: number, other: number) => boolean): number[][] {
  const groups: number[][] = [];
  extend([], members, []);
  return groups;

  /** The algorithm of Bron and Kerbosch, with a pivot. */
  function extend(group: readonly number[], candidates: readonly number[], done: readonly number[]): void {
    const partnersOf = (member: number, list: readonly number[]): number[] => list.filter((other) => other !== member && goTogether(member, other));
    if (candidates.length === 0 && done.length === 0) groups.push([...group]);
    const pivot = [...candidates, ...done].reduce((best, member) => (partnersOf(member, candidates).length > partnersOf(best, candidates).length ? member : best), candidates[0] ?? done[0]);
    const [left, tried] = [[...candidates], [...done]];
    for (const member of candidates) {
      if (member !== pivot && goTogether(pivot, member)) continue;
      extend([...group, member], partnersOf(member, left), partnersOf(member, tried));
      left.splice(left.indexOf(member), 1);
      tried.push(member);
    }
  }
}
