/**
 * Creates a value on first use. Meant for formatters of `Intl`: the first one in a browser takes some 30 ms on a fast computer, and a page that only
 * shows its form needs none.
 */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
