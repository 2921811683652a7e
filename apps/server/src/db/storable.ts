/** Replaces a character that no text in the database may hold. */
const REPLACEMENT = '\ufffd';

/** A text as PostgreSQL accepts it: without NUL and without unpaired surrogates, which occur in names in people's files. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', REPLACEMENT);
}

/** JSON for the database, with all texts made storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storableText(member) : member));
}
