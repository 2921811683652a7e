import type { Range } from './object-node.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The ranges of the elements of a flat array, without surrounding white space.
 * @param bytes well-formed JSON; [start, end) spans the array including its brackets.
 */
export function elementRanges(bytes: Uint8Array, start: number, end: number): Range[] {
  const ranges: Range[] = [];
  let from = -1;
  let to = -1;
  let inText = false;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    const isEnd = !inText && (byte === 0x2c || at === end - 1);
    if (isEnd) {
      if (from >= 0) ranges.push({ start: from, end: to });
      from = -1;
      continue;
    }
    if (!inText && isBlank(byte)) continue;
    if (from < 0) from = at;
    to = at + 1;
    if (byte === QUOTE) inText = !inText;
    else if (byte === BACKSLASH) at++;
  }
  return ranges;
}

export function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The shortest JSON text that reads back as the same number. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new Error('a patch holds a coordinate that is no finite number');
  return JSON.stringify(value);
}
