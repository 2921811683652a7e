/** A typed number with a decimal point or comma and an optional minus; undefined for anything else. */
export function readDecimal(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-').replace(',', '.');
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
