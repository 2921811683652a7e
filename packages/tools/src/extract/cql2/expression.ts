export type Comparison = '=' | '<>' | '<' | '>' | '<=' | '>=';
export type Arithmetic = '+' | '-' | '*' | '/' | '%' | 'div' | '^';

/** A value in a filter: a field, a literal, or an expression of both. A field in double quotes, or where a value is expected, may be meant as a text. */
export type Operand =
  | { readonly kind: 'field'; readonly name: string; readonly mayBeText: boolean; readonly at: number }
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean; readonly at: number }
  /** A date or a time in ISO 8601. */
  | { readonly kind: 'moment'; readonly value: string; readonly at: number }
  /** A text whose case or accents are ignored. */
  | { readonly kind: 'folded'; readonly fold: 'case' | 'accents'; readonly of: Operand; readonly at: number }
  | { readonly kind: 'arithmetic'; readonly sign: Arithmetic; readonly left: Operand; readonly right: Operand; readonly at: number };

/** A parsed CQL2 filter. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly all: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'compare'; readonly sign: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'like'; readonly of: Operand; readonly pattern: Operand }
  | { readonly kind: 'in'; readonly of: Operand; readonly list: readonly Operand[] }
  | { readonly kind: 'between'; readonly of: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly kind: 'null'; readonly of: Operand };
