import type { Field, FieldType, FieldValue } from '@geoinsights/formats';
import type { Arithmetic, Comparison, Expression, Operand } from './expression.ts';
import { isMoment, momentOf } from './moment.ts';
import { filterProblem } from './tokens.ts';

/** The result of a condition for a feature: null if a value it needs is missing. */
type Verdict = boolean | null;
export type Row = readonly FieldValue[];
type Value = string | number | bigint | boolean | null;
type Kind = 'text' | 'number' | 'boolean' | 'date';

interface Compiled {
  readonly kind: Kind;
  /** No feature has a value, so that the kind is of no account. */
  readonly isMissing?: true;
  readonly value: (row: Row) => Value;
}

const KINDS: Readonly<Record<FieldType, Kind>> = { 'text': 'text', 'integer': 'number', 'real': 'number', 'boolean': 'boolean', 'date': 'date', 'date-time': 'date', 'binary': 'text', 'json': 'text' };

/**
 * A filter for the rows of a layer. A feature is selected if the condition holds; with a missing value it neither holds nor
 * fails, as in SQL.
 * @param columnOf the index of a field by its name, and whether a text may be meant; throws for an unknown field
 * @throws ProblemError filter-invalid if values of two kinds are compared
 */
export function compileFilter(expression: Expression, fields: readonly Field[], columnOf: (name: string, mayBeText: boolean) => number): (row: Row) => boolean {
  const condition = conditionOf(expression, { fields, columnOf });
  return (row) => condition(row) === true;
}

interface Scope {
  readonly fields: readonly Field[];
  readonly columnOf: (name: string, mayBeText: boolean) => number;
}

function conditionOf(expression: Expression, scope: Scope): (row: Row) => Verdict {
  switch (expression.kind) {
    case 'constant':
      return () => expression.value;
    case 'and':
      return all(expression.all.map((each) => conditionOf(each, scope)), { decidedBy: false });
    case 'or':
      return all(expression.all.map((each) => conditionOf(each, scope)), { decidedBy: true });
    case 'not': {
      const of = conditionOf(expression.of, scope);
      return (row) => not(of(row));
    }
    case 'null': {
      const { value } = operandOf(expression.of, scope);
      return (row) => value(row) === null;
    }
    case 'compare':
      return comparisonOf(expression.sign, expression.left, expression.right, scope);
    case 'between':
      return all([comparisonOf('>=', expression.of, expression.low, scope), comparisonOf('<=', expression.of, expression.high, scope)], { decidedBy: false });
    case 'in':
      return all(expression.list.map((each) => comparisonOf('=', expression.of, each, scope)), { decidedBy: true });
    case 'like':
      return likeOf(expression.of, expression.pattern, scope);
  }
}

function not(verdict: Verdict): Verdict {
  return verdict === null ? null : !verdict;
}

/** AND (decided by the first that is false) or OR (by the first that is true) in three-valued logic. */
function all(conditions: readonly ((row: Row) => Verdict)[], { decidedBy }: { readonly decidedBy: boolean }): (row: Row) => Verdict {
  return (row) => {
    let verdict: Verdict = !decidedBy;
    for (const condition of conditions) {
      const one = condition(row);
      if (one === decidedBy) return decidedBy;
      if (one === null) verdict = null;
    }
    return verdict;
  };
}

function comparisonOf(sign: Comparison, left: Operand, right: Operand, scope: Scope): (row: Row) => Verdict {
  const [one, other] = alike(operandOf(left, scope), left, operandOf(right, scope), right);
  const holds = HOLDS[sign];
  return (row) => {
    const a = one.value(row);
    const b = other.value(row);
    return a === null || b === null ? null : holds(order(a, b));
  };
}

const HOLDS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

/** Compares texts by code points, as SQL does. */
function order(a: NonNullable<Value>, b: NonNullable<Value>): number {
  if (typeof a === 'string' && typeof b === 'string') return orderOfTexts(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A character beyond the first 65,536 is encoded as two units, which are both less than the units of some characters before it. */
function orderOfTexts(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
  if (isHalf(one) !== isHalf(other) && one >= FIRST_HALF && other >= FIRST_HALF) return isHalf(one) ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const FIRST_HALF = 0xd800;

function isHalf(unit: number): boolean {
  return unit >= FIRST_HALF && unit < 0xe000;
}

/** Converts both sides to one kind; a date may be written as a text. */
function alike(one: Compiled, left: Operand, other: Compiled, right: Operand): readonly [Compiled, Compiled] {
  if (one.kind === other.kind || one.isMissing === true || other.isMissing === true) return [one, other];
  if (one.kind === 'date' && other.kind === 'text') return [one, writtenMoment(other, right)];
  if (one.kind === 'text' && other.kind === 'date') return [writtenMoment(one, left), other];
  throw filterProblem(right.at, `${describe(left)} is a ${one.kind} and ${describe(right)} a ${other.kind}, which cannot be compared${hintFor([one.kind, other.kind])}`);
}

function hintFor(kinds: readonly Kind[]): string {
  if (kinds.includes('boolean')) return '; compare it with TRUE or FALSE, without quotes';
  if (kinds.includes('text')) return '; texts are written in single quotes, numbers without';
  return "; a date is written as '2026-11-23'";
}

function describe(operand: Operand): string {
  if (operand.kind === 'field') return `the field "${operand.name}"`;
  return operand.kind !== 'literal' ? 'the value there' : typeof operand.value === 'bigint' ? String(operand.value) : JSON.stringify(operand.value);
}

/** A text as a date. @throws ProblemError filter-invalid if it is a literal and not a date */
function writtenMoment(text: Compiled, operand: Operand): Compiled {
  if (operand.kind === 'literal' && !isMoment(String(operand.value))) throw filterProblem(operand.at, `${describe(operand)} is not a date; write one as '2026-11-23' or '2026-11-23T08:30:00Z'`);
  return asMoment(text);
}

/** The date or time in a text, as programs write it in fields of text: with a blank instead of the T as well. */
function asMoment({ value }: Compiled): Compiled {
  return {
    kind: 'date',
    value: (row) => {
      const text = value(row);
      return text === null ? null : momentOf(String(text).trim().replace(' ', 'T'));
    },
  };
}

function operandOf(operand: Operand, scope: Scope): Compiled {
  switch (operand.kind) {
    case 'literal': {
      const { value } = operand;
      return { kind: typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'boolean' : 'number', value: () => value };
    }
    case 'moment': {
      const moment = momentOf(operand.value);
      return { kind: 'date', value: () => moment };
    }
    case 'field':
      return fieldOf(operand, scope);
    case 'folded':
      return foldedOf(operand, scope);
    case 'arithmetic':
      return arithmeticOf(operand.sign, operand.left, operand.right, operand.at, scope);
  }
}

function fieldOf({ name, mayBeText }: Extract<Operand, { kind: 'field' }>, { fields, columnOf }: Scope): Compiled {
  const column = columnOf(name, mayBeText);
  const kind = KINDS[fields[column].type];
  const plain: Compiled = {
    kind,
    ...(fields[column].isWithoutValues === true ? { isMissing: true as const } : {}),
    value: (row) => {
      // A field of another layer of the file has an index beyond the row.
      const value = row[column] ?? null;
      return value instanceof Uint8Array ? null : value;
    },
  };
  return kind === 'date' ? asMoment(plain) : plain;
}

function foldedOf(operand: Extract<Operand, { kind: 'folded' }>, scope: Scope): Compiled {
  const of = operandOf(operand.of, scope);
  if (of.kind !== 'text') throw filterProblem(operand.of.at, `${operand.fold === 'case' ? 'CASEI' : 'ACCENTI'} takes a text, and ${describe(operand.of)} is a ${of.kind}`);
  const fold = operand.fold === 'case' ? (text: string) => text.toLowerCase() : (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  return {
    kind: 'text',
    value: (row) => {
      const value = of.value(row);
      return value === null ? null : fold(String(value));
    },
  };
}

function arithmeticOf(sign: Arithmetic, left: Operand, right: Operand, at: number, scope: Scope): Compiled {
  const one = operandOf(left, scope);
  const other = operandOf(right, scope);
  if (one.kind !== 'number' || other.kind !== 'number') throw filterProblem(at, `"${sign}" takes numbers, and ${describe(one.kind === 'number' ? right : left)} is a ${one.kind === 'number' ? other.kind : one.kind}`);
  return {
    kind: 'number',
    value: (row) => {
      const a = one.value(row);
      const b = other.value(row);
      if (a === null || b === null) return null;
      const exact = calculatedWhole(sign, a, b);
      if (exact !== null) return exact;
      const result = calculated(sign, Number(a), Number(b));
      return Number.isFinite(result) ? result : null;
    },
  };
}

/** Larger integers are calculated as doubles, so that no product grows without bound. */
const LARGEST_WHOLE = 1n << 127n;

/** Integers beyond those that a double holds; null for any other pair. */
function calculatedWhole(sign: Arithmetic, a: NonNullable<Value>, b: NonNullable<Value>): bigint | null {
  if ((typeof a !== 'bigint' && typeof b !== 'bigint') || !isWhole(a) || !isWhole(b)) return null;
  switch (sign) {
    case '+':
      return BigInt(a) + BigInt(b);
    case '-':
      return BigInt(a) - BigInt(b);
    case '*':
      return BigInt(a) * BigInt(b);
    case '%':
      return BigInt(b) === 0n ? null : BigInt(a) % BigInt(b);
    case 'div':
      return BigInt(b) === 0n ? null : BigInt(a) / BigInt(b);
    case '/':
    case '^':
      return null;
  }
}

function isWhole(value: NonNullable<Value>): value is number | bigint {
  return typeof value === 'bigint' ? value < LARGEST_WHOLE && value > -LARGEST_WHOLE : Number.isSafeInteger(value);
}

function calculated(sign: Arithmetic, a: number, b: number): number {
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case 'div':
      return Math.trunc(a / b);
    case '^':
      return a ** b;
  }
}

function likeOf(of: Operand, pattern: Operand, scope: Scope): (row: Row) => Verdict {
  const text = operandOf(of, scope);
  const like = operandOf(pattern, scope);
  if (text.kind !== 'text' || like.kind !== 'text') throw filterProblem(pattern.at, `LIKE compares texts, and ${describe(text.kind === 'text' ? pattern : of)} is a ${text.kind === 'text' ? like.kind : text.kind}`);
  return (row) => {
    const value = text.value(row);
    const wanted = like.value(row);
    return value === null || wanted === null ? null : isLike(String(value), String(wanted));
  };
}

/**
 * Whether a text matches a LIKE pattern: % stands for any characters, _ for one, and a backslash escapes the next character. It
 * backtracks only to the last %, so that no pattern takes long.
 */
export function isLike(value: string, pattern: string): boolean {
  const text = Array.from(value);
  const signs = signsOf(pattern);
  let [at, sign, lastAny, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    const wanted = signs.at(sign);
    if (wanted === 'any') {
      lastAny = sign++;
      resume = at;
    } else if (wanted !== undefined && (wanted === 'one' || wanted.character === text[at])) {
      sign++;
      at++;
    } else if (lastAny >= 0) {
      sign = lastAny + 1;
      at = ++resume;
    } else return false;
  }
  return signs.slice(sign).every((rest) => rest === 'any');
}

type Sign = 'any' | 'one' | { readonly character: string };

function signsOf(pattern: string): Sign[] {
  const signs: Sign[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at];
    if (character === '\\' && at + 1 < characters.length) signs.push({ character: characters[++at] });
    else signs.push(character === '%' ? 'any' : character === '_' ? 'one' : { character });
  }
  return signs;
}
