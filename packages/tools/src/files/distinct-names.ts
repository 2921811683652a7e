import { sameNameKey, splitName } from '@geoinsights/formats/file-names';

/** Gives each name once: a name that is taken (without regard to case) gets a number before its extension. */
export class DistinctNames {
  private readonly taken = new Set<string>();

  claim(name: string): string {
    return this.claimSet([name])[0];
  }

  /** The files of one set get the same number, so that they still belong together. */
  claimSet(names: readonly string[]): string[] {
    let candidates = [...names];
    for (let number = 2; candidates.some((name) => this.taken.has(sameNameKey(name))); number++) candidates = numbered(names, number);
    for (const name of candidates) this.taken.add(sameNameKey(name));
    return candidates;
  }
}

/** File systems allow so many bytes in a name. */
const LONGEST_NAME_IN_BYTES = 255;

/** The bases of a set are cut alike, so that they stay one set also where there is no room for the number. */
function numbered(names: readonly string[], number: number): string[] {
  const parts = names.map((name) => {
    const { base } = splitName(name);
    return { base, extension: name.slice(base.length) };
  });
  const room = LONGEST_NAME_IN_BYTES - Buffer.byteLength(` (${number})`) - Math.max(...parts.map(({ extension }) => Buffer.byteLength(extension)));
  return parts.map(({ base, extension }) => `${cutName(base, room)} (${number})${extension}`);
}

/** What is added to a result's name must fit beside it. */
export const LONGEST_BASE_IN_BYTES = 200;

/** As many whole characters as fit into so many bytes. */
export function cutName(name: string, bytes: number): string {
  let short = name;
  while (Buffer.byteLength(short) > bytes) short = Array.from(short).slice(0, -1).join('');
  return short;
}
