/** The first index in [start, end) whose value is not below a bound; `end` if all are. @param values ascending in that range. */
export function firstAtLeast(values: Int32Array, bound: number, start = 0, end = values.length): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index whose value is above a bound; the number of values if none is. @param values ascending. */
export function firstAbove(values: Float64Array | Int32Array, bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of a value; -1 if it does not occur. @param values ascending, each once. */
export function indexAmong(values: Int32Array, value: number): number {
  const index = firstAtLeast(values, value);
  return values[index] === value ? index : -1;
}

/**
 * The group that an item belongs to.
 *
 * @param offsets the first item of each group, then the number of items.
 * @param item below that number. A group without items has none.
 */
export function groupOf(offsets: Int32Array, item: number): number {
  return firstAbove(offsets, item) - 1;
}
