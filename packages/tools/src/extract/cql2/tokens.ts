import { ProblemError } from '@geoinsights/contract/errors';

export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly at: number }
  | { readonly kind: 'name'; readonly text: string; readonly at: number }
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'number'; readonly value: number | bigint; readonly at: number }
  | { readonly kind: 'sign'; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly at: number };

const LONGEST_FILTER = 20_000;
const PATTERNS: readonly (readonly [kind: 'space' | 'number' | 'word' | 'sign', pattern: RegExp])[] = [
  ['space', /\s+/y],
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['word', /[\p{L}_:][\p{L}\p{N}\p{M}_:.$]*/uy],
  ['sign', /<>|<=|>=|!=|[=<>(),+\-*/%^]/y],
];

/** @param at zero-based position in the filter */
export function filterProblem(at: number, reason: string): ProblemError {
  return new ProblemError('filter-invalid', { place: at + 1, reason });
}

/** Splits a filter in CQL2 text into tokens. @throws ProblemError filter-invalid */
export function tokensOf(filter: string): Token[] {
  if (filter.length > LONGEST_FILTER) throw filterProblem(LONGEST_FILTER, `it is longer than ${String(LONGEST_FILTER)} characters`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < filter.length) {
    const quote = filter[at];
    if (quote === "'" || quote === '"') {
      const { text, end } = quoted(filter, at, quote);
      tokens.push({ kind: quote === "'" ? 'text' : 'name', text, at });
      at = end;
      continue;
    }
    const found = nextToken(filter, at);
    if (found === null) throw filterProblem(at, `${JSON.stringify(String.fromCodePoint(filter.codePointAt(at) ?? 0))} does not belong there${hintFor(filter[at])}`);
    const { kind, text } = found;
    if (kind === 'number') tokens.push({ kind, value: numberOf(text), at });
    else if (kind !== 'space') tokens.push({ kind, text, at });
    at += text.length;
  }
  tokens.push({ kind: 'end', at });
  return tokens;
}

export const SIGNS_IN_NAMES = 'a field with signs in its name is written in double quotes';

/** What word processors and phone keyboards write for a sign. */
const LIKE_SIGNS: readonly (readonly [signs: string, hint: string])[] = [
  ['\u201c\u201d\u201e\u201f\u00ab\u00bb', 'names of fields are written in straight double quotes'],
  ['\u2018\u2019\u201a\u201b\u00b4`', 'texts are written in straight single quotes'],
  ['\u2265', 'write >='],
  ['\u2264', 'write <='],
  ['\u2260', 'write <>'],
  ['\u2212\u2013\u2014', 'write -'],
  ['\u00b0\u00ba\u00aa', SIGNS_IN_NAMES],
];

function hintFor(character: string): string {
  const found = LIKE_SIGNS.find(([signs]) => signs.includes(character));
  return found === undefined ? '' : `; ${found[1]}`;
}

/** Integers keep every digit: keys of registers exceed the integers that a double can represent. */
function numberOf(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) || !/^\d{1,30}$/.test(text) ? value : BigInt(text);
}

function nextToken(filter: string, at: number): { kind: 'space' | 'number' | 'word' | 'sign'; text: string } | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const text = pattern.exec(filter)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return null;
}

/** A quote inside quotes is doubled. */
function quoted(filter: string, start: number, quote: string): { text: string; end: number } {
  let text = '';
  for (let at = start + 1; at < filter.length; at++) {
    if (filter[at] !== quote) text += filter[at];
    else if (filter[at + 1] === quote) text += filter[++at];
    else return { text, end: at + 1 };
  }
  throw filterProblem(start, `the ${quote === "'" ? 'text' : 'name'} that begins there has no end`);
}
