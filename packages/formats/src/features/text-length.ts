/** Characters of a text as people count them: those beyond 16 bits count as one, too. */
export function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) length++;
  return length;
}
