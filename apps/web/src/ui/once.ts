/**
 * Makes a value when it is first asked for. For formatters of `Intl`: the first of a browser takes some 30 ms on a fast computer, and a page
 * that only shows its form needs none.
 */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
