/** What stands in place of a character that no text of the database may hold. */
const REPLACEMENT = '\ufffd';

/** A text as PostgreSQL takes it: without NUL, and without halves of pairs, which are no characters. Names in people's files have such. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', REPLACEMENT);
}

/** JSON for the database, with such texts. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storableText(member) : member));
}
