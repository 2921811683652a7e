/** A text of at most this many UTF-16 units. A longer one is seen to be cut, and no character in half: half of one is not text for most programs. */
export function shortText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const kept = text.slice(0, longest - 1);
  const last = kept.charCodeAt(kept.length - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return `${isHalf ? kept.slice(0, -1) : kept}…`;
}
