/** Of the letters of a name, about one in this many may be wrong. */
const LETTERS_PER_SLIP = 3;
/** A shorter beginning of a name is too ambiguous. */
const SHORTEST_BEGINNING = 3;

/**
 * The name that was probably meant: the same in another spelling (`snap_distance`, `snapDistance`), one with a few slips, or the only one that begins
 * with these letters; undefined if none is near.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const wanted = lettersOf(given);
  if (wanted === '') return undefined;
  const same = names.find((name) => lettersOf(name) === wanted);
  if (same !== undefined) return same;
  const begun = wanted.length < SHORTEST_BEGINNING ? [] : names.filter((name) => lettersOf(name).startsWith(wanted));
  if (begun.length === 1) return begun[0];
  const most = Math.floor(wanted.length / LETTERS_PER_SLIP);
  let nearest: { readonly name: string; readonly slips: number } | undefined;
  for (const name of names) {
    const letters = lettersOf(name);
    // Each letter more is a slip, and a text from a request may have any number of them.
    if (Math.abs(wanted.length - letters.length) > most) continue;
    const slips = slipsBetween(wanted, letters);
    if (slips <= most && (nearest === undefined || slips < nearest.slips)) nearest = { name, slips };
  }
  return nearest?.name;
}

/**
 * Suggests the names that were probably meant: `; did you mean "dissolve"?`, which ends the sentence; nothing if none is similar.
 * @param write returns a name as the user has to write it
 */
export function didYouMean(given: readonly string[], names: readonly string[], write: (name: string) => string = (name) => JSON.stringify(name)): string {
  const near = new Set(given.flatMap((each) => nearestName(each, names) ?? []));
  return near.size === 0 ? '' : `; did you mean ${[...near].map(write).join(', ')}?`;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** How many letters are wrong, missing, additional, or swapped with their neighbour. */
function slipsBetween(one: string, other: string): number {
  let [twoBack, back]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(Math.min(back[j] + 1, row[j - 1] + 1, back[j - 1] + (isSame ? 0 : 1), isTurned ? twoBack[j - 2] + 1 : Infinity));
    }
    [twoBack, back] = [back, row];
  }
  return back[other.length];
}
