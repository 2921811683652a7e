import { foldedName } from './folded-name.ts';

/** A token of an SQL statement: its position, and the name if it can be one. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** White space and comments, or a quoted name or string, or a word, or any other single character. */
const TOKEN = /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*'|[\p{L}\p{N}_$]+|[\s\S]/uy;

/**
 * Replaces the type of one column in the text of a CREATE TABLE statement; every other character stays.
 * @returns null unless the column's type is just the one word `oldType`
 */
export function withColumnType(sql: string, column: string, oldType: string, newType: string): string | null {
  const tokens = [...tokensOf(sql)];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    const opensDefinition = depth === 1 && (token.text === '(' || token.text === ',');
    const name = tokens.at(index + 1);
    const type = tokens.at(index + 2);
    if (!opensDefinition || name === undefined || type === undefined || foldedName(unquoted(name.text)) !== foldedName(column)) continue;
    if (unquoted(type.text).toLowerCase() !== oldType.toLowerCase()) return null;
    return sql.slice(0, type.start) + newType + sql.slice(type.end);
  }
  return null;
}

function* tokensOf(sql: string): Generator<Token> {
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match !== null && match[0] !== ''; match = TOKEN.exec(sql)) {
    if (/^(?:\s|--|\/\*)/.test(match[0])) continue;
    yield { text: match[0], start: match.index, end: match.index + match[0].length };
  }
}

function unquoted(text: string): string {
  const quote = text[0];
  if (quote === '"' || quote === '`' || quote === "'") return text.slice(1, -1).replaceAll(quote + quote, quote);
  return quote === '[' ? text.slice(1, -1) : text;
}
