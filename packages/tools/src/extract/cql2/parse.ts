import { shortText } from '@geoinsights/contract/short-text';
import type { Comparison, Expression, Operand } from './expression.ts';
import { isMoment } from './moment.ts';
import { filterProblem, SIGNS_IN_NAMES, tokensOf, type Token } from './tokens.ts';

const DEEPEST = 100;
const KEYWORDS = new Set(['and', 'or', 'not', 'like', 'in', 'between', 'is', 'null', 'true', 'false']);
/** What each function ignores in a text; null for those that read it as a time. */
const FUNCTIONS: ReadonlyMap<string, 'case' | 'accents' | null> = new Map([['casei', 'case'], ['accenti', 'accents'], ['date', null], ['timestamp', null]]);
const COMPARISONS: Readonly<Record<string, Comparison>> = { '=': '=', '<>': '<>', '!=': '<>', '<': '<', '>': '>', '<=': '<=', '>=': '>=' };
/** The maximum number of consecutive signs, each of which is nested in the one before. */
const MOST_SIGNS = 500;
/** The maximum length of a word in an error. */
const LONGEST_SHOWN = 40;

/**
 * Parses a filter in CQL2 text (OGC 21-065): comparisons, LIKE, IN, BETWEEN, IS NULL, AND, OR, NOT, arithmetic, CASEI, ACCENTI,
 * DATE and TIMESTAMP. Spatial functions are not supported: a rectangle and an area are separate options.
 * @throws ProblemError filter-invalid with the position
 */
export function parseFilter(filter: string): Expression {
  return new Parser(tokensOf(filter)).filter();
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;
  #signs = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  filter(): Expression {
    const expression = this.#or();
    const rest = this.#token();
    if (rest.kind === 'end') return expression;
    const hint = this.#isDecimalComma() ? 'decimals are written with a point, as in 1.5' : 'join conditions with AND or OR';
    throw filterProblem(rest.at, `${wordsOf(rest)} does not belong there; ${hint}`);
  }

  #isDecimalComma(): boolean {
    return this.#isSign(',') && this.#tokens[this.#next - 1]?.kind === 'number' && this.#tokens[this.#next + 1]?.kind === 'number';
  }

  #or(): Expression {
    const all = [this.#and()];
    while (this.#takes('or')) all.push(this.#and());
    return all.length === 1 ? all[0] : { kind: 'or', all };
  }

  #and(): Expression {
    const all = [this.#not()];
    while (this.#takes('and')) all.push(this.#not());
    return all.length === 1 ? all[0] : { kind: 'and', all };
  }

  #not(): Expression {
    if (!this.#takes('not')) return this.#condition();
    return this.#deeper(() => ({ kind: 'not', of: this.#not() }));
  }

  #condition(): Expression {
    const inBrackets = this.#bracketedCondition();
    if (inBrackets !== null) return inBrackets;
    const token = this.#token();
    const left = this.#sum();
    const negated = this.#takes('not');
    const condition = this.#comparison(left, token);
    return negated ? { kind: 'not', of: condition } : condition;
  }

  /** A bracket contains a condition or an arithmetic expression; which one depends on what follows. */
  #bracketedCondition(): Expression | null {
    if (!this.#isSign('(')) return null;
    const [start, signs] = [this.#next, this.#signs];
    return this.#deeper(() => {
      try {
        this.#next++;
        const inside = this.#or();
        this.#expect(')');
        const after = this.#token();
        if (after.kind !== 'sign' || after.text === ')') return inside;
      } catch (error) {
        if (!this.#isSumInBrackets(start)) throw error;
      }
      [this.#next, this.#signs] = [start, signs];
      return null;
    });
  }

  /** Whether the bracket opened there contains an arithmetic expression rather than a condition. */
  #isSumInBrackets(start: number): boolean {
    let depth = 0;
    for (const token of this.#tokens.slice(start)) {
      if (token.kind === 'sign' && token.text === '(') depth++;
      else if (token.kind === 'sign' && token.text === ')' && --depth === 0) return true;
      else if (token.kind === 'sign' && Object.hasOwn(COMPARISONS, token.text)) return false;
      else if (token.kind === 'word' && KEYWORDS.has(token.text.toLowerCase())) return false;
    }
    return false;
  }

  #comparison(left: Operand, first: Token): Expression {
    if (this.#takes('like')) return { kind: 'like', of: left, pattern: this.#value() };
    if (this.#takes('between')) {
      const low = this.#value();
      if (!this.#takes('and')) throw filterProblem(this.#token().at, 'BETWEEN needs AND and a second value');
      return { kind: 'between', of: left, low, high: this.#value() };
    }
    if (this.#takes('in')) return { kind: 'in', of: left, list: this.#list() };
    if (this.#takes('is')) {
      const negated = this.#takes('not');
      if (!this.#takes('null')) throw filterProblem(this.#token().at, 'IS is followed by NULL or NOT NULL');
      const condition: Expression = { kind: 'null', of: left };
      return negated ? { kind: 'not', of: condition } : condition;
    }
    const token = this.#token();
    const sign = token.kind === 'sign' && Object.hasOwn(COMPARISONS, token.text) ? COMPARISONS[token.text] : null;
    if (sign !== null) {
      this.#next++;
      return { kind: 'compare', sign, left, right: this.#value() };
    }
    if (left.kind === 'literal' && typeof left.value === 'boolean') return { kind: 'constant', value: left.value };
    throw filterProblem(token.at, `after ${wordsOf(first)} there must be a comparison such as =, <>, <, >, LIKE, IN, BETWEEN or IS NULL${token.kind === 'word' ? '; a field with blanks in its name is written in double quotes' : ''}`);
  }

  #list(): Operand[] {
    this.#expect('(');
    const list = [this.#value()];
    while (this.#takesSign(',')) list.push(this.#value());
    this.#expect(')');
    return list;
  }

  /** What a field is compared with: a lone word may be a text without its quotes. */
  #value(): Operand {
    const value = this.#sum();
    return value.kind === 'field' ? { ...value, mayBeText: true } : value;
  }

  #sum(): Operand {
    let left = this.#product();
    for (;;) {
      const { at } = this.#token();
      const sign = this.#takesSign('+') ? '+' : this.#takesSign('-') ? '-' : null;
      if (sign === null) return left;
      this.#countSign(at);
      left = { kind: 'arithmetic', sign, left, right: this.#product(), at };
    }
  }

  #product(): Operand {
    let left = this.#power();
    for (;;) {
      const { at } = this.#token();
      const sign = this.#takesSign('*') ? '*' : this.#takesSign('/') ? '/' : this.#takesSign('%') ? '%' : this.#takes('div') ? 'div' : null;
      if (sign === null) return left;
      this.#countSign(at);
      const next = this.#token();
      if (sign === '%' && next.kind === 'sign' && Object.hasOwn(COMPARISONS, next.text)) throw filterProblem(at, `"%" does not belong there; ${SIGNS_IN_NAMES}`);
      left = { kind: 'arithmetic', sign, left, right: this.#power(), at };
    }
  }

  /** Only one power, as in the grammar; a sign in front belongs to the number. */
  #power(): Operand {
    const left = this.#operand();
    const { at } = this.#token();
    if (!this.#takesSign('^')) return left;
    this.#countSign(at);
    return { kind: 'arithmetic', sign: '^', left, right: this.#operand(), at };
  }

  #countSign(at: number): void {
    if (++this.#signs > MOST_SIGNS) throw filterProblem(at, `it calculates with more than ${String(MOST_SIGNS)} signs`);
  }

  #operand(): Operand {
    const token = this.#token();
    this.#next++;
    const { at } = token;
    if (token.kind === 'number') return { kind: 'literal', value: token.value, at };
    if (token.kind === 'text') return { kind: 'literal', value: token.text, at };
    if (token.kind === 'name') return { kind: 'field', name: token.text, mayBeText: true, at };
    if (token.kind === 'sign' && token.text === '-') return this.#deeper(() => negative(this.#operand(), at));
    if (token.kind === 'sign' && token.text === '(') {
      return this.#deeper(() => {
        const inside = this.#sum();
        this.#expect(')');
        return inside;
      });
    }
    if (token.kind !== 'word') throw filterProblem(at, `${wordsOf(token)} stands where a field or a value must be`);
    return this.#isSign('(') ? this.#call(token.text, at) : this.#word(token.text, at);
  }

  #word(text: string, at: number): Operand {
    const word = text.toLowerCase();
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true', at };
    if (word === 'null') throw filterProblem(at, 'nothing equals NULL: write IS NULL or IS NOT NULL');
    if (KEYWORDS.has(word)) throw filterProblem(at, `"${text}" stands where a field or a value must be; a field of that name is written "${text}" in double quotes`);
    return { kind: 'field', name: text, mayBeText: false, at };
  }

  #call(name: string, at: number): Operand {
    if (!FUNCTIONS.has(name.toLowerCase())) throw filterProblem(at, `there is no function "${name}" here; there are CASEI, ACCENTI, DATE and TIMESTAMP; a field with brackets in its name is written in double quotes`);
    return this.#deeper(() => {
      this.#expect('(');
      const of = this.#sum();
      this.#expect(')');
      const fold = FUNCTIONS.get(name.toLowerCase()) ?? null;
      if (fold !== null) return { kind: 'folded', fold, of, at };
      if (of.kind !== 'literal' || typeof of.value !== 'string' || !isMoment(of.value)) throw filterProblem(of.at, `${name} takes a text such as '2026-11-23' or '2026-11-23T08:30:00Z'`);
      return { kind: 'moment', value: of.value, at };
    });
  }

  #token(): Token {
    return this.#tokens[this.#next];
  }

  #isSign(text: string): boolean {
    const token = this.#token();
    return token.kind === 'sign' && token.text === text;
  }

  #takesSign(text: string): boolean {
    if (!this.#isSign(text)) return false;
    this.#next++;
    return true;
  }

  #takes(keyword: string): boolean {
    const token = this.#token();
    if (token.kind !== 'word' || token.text.toLowerCase() !== keyword) return false;
    this.#next++;
    return true;
  }

  #expect(sign: string): void {
    const token = this.#token();
    if (!this.#takesSign(sign)) throw filterProblem(token.at, `${wordsOf(token)} stands where "${sign}" must be`);
  }

  #deeper<Result>(read: () => Result): Result {
    if (++this.#depth > DEEPEST) throw filterProblem(this.#token().at, `it nests more than ${String(DEEPEST)} deep`);
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }
}

function negative(of: Operand, at: number): Operand {
  if (of.kind === 'literal' && (typeof of.value === 'number' || typeof of.value === 'bigint')) return { ...of, value: -of.value, at };
  return { kind: 'arithmetic', sign: '-', left: { kind: 'literal', value: 0, at }, right: of, at };
}

function wordsOf(token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'the end of the filter';
    case 'number':
      return String(token.value);
    case 'text':
      return `'${shortText(token.text, LONGEST_SHOWN)}'`;
    case 'name':
    case 'sign':
    case 'word':
      return `"${shortText(token.text, LONGEST_SHOWN)}"`;
  }
}
