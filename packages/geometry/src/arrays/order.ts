/** Bits of a key that one pass processes. */
const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
/** Fewer values are sorted by comparison. */
const FEW = 4096;
/** Groups up to this size are sorted in place by insertion. */
const SMALL_GROUP = 24;

/**
 * The indices of non-negative doubles, ascending by value; ties are ordered by `compareEqual`. Long lists are sorted digit
 * by digit, since the bits of such doubles are in the order of their values.
 */
export function orderOfDoubles(values: Float64Array, compareEqual: (i: number, j: number) => number): Int32Array {
  const count = values.length;
  let order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  if (count < FEW) {
    sortGroup(order, 0, count, (i, j) => values[i] - values[j] || compareEqual(i, j));
    return order;
  }
  const bits = new Uint16Array(values.buffer, values.byteOffset, 4 * count);
  let other = new Int32Array(count);
  for (let digit = 0; digit < 4; digit++) {
    const starts = new Int32Array(DIGITS + 1);
    for (let i = 0; i < count; i++) starts[bits[4 * i + digit] + 1]++;
    for (let d = 0; d < DIGITS; d++) starts[d + 1] += starts[d];
    for (let i = 0; i < count; i++) other[starts[bits[4 * order[i] + digit]]++] = order[i];
    [order, other] = [other, order];
  }
  for (let start = 0, end = 1; start < count; start = end++) {
    while (end < count && values[order[end]] === values[order[start]]) end++;
    if (end - start > 1) sortGroup(order, start, end, compareEqual);
  }
  return order;
}

/** The indices 0 … count − 1 sorted by group, and within each group by `compareInGroup`. */
export function orderByGroup(groupOf: Int32Array, count: number, compareInGroup: (i: number, j: number) => number): Int32Array {
  const order = new Int32Array(count);
  let [first, last] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    order[i] = i;
    if (groupOf[i] < first) first = groupOf[i];
    if (groupOf[i] > last) last = groupOf[i];
  }
  if (count < FEW) return order.sort((i, j) => groupOf[i] - groupOf[j] || compareInGroup(i, j));
  const starts = new Int32Array(last - first + 2);
  for (let i = 0; i < count; i++) starts[groupOf[i] - first + 1]++;
  for (let group = 1; group < starts.length; group++) starts[group] += starts[group - 1];
  const position = starts.slice();
  for (let i = 0; i < count; i++) order[position[groupOf[i] - first]++] = i;
  for (let group = 0; group + 1 < starts.length; group++) {
    if (starts[group + 1] - starts[group] > 1) sortGroup(order, starts[group], starts[group + 1], compareInGroup);
  }
  return order;
}

/** Sorts order[start … end). */
export function sortGroup(order: Int32Array, start: number, end: number, compare: (i: number, j: number) => number): void {
  if (end - start > SMALL_GROUP) {
    order.subarray(start, end).sort(compare);
    return;
  }
  for (let i = start + 1; i < end; i++) {
    const item = order[i];
    let j = i - 1;
    for (; j >= start && compare(order[j], item) > 0; j--) order[j + 1] = order[j];
    order[j + 1] = item;
  }
}

/**
 * The value at index `rank` in sorted order. Works digit by digit, like `orderOfDoubles`: whatever the order of the values, each
 * is read at most four times.
 *
 * @param values none negative, none NaN; modified.
 */
export function smallest(values: Float64Array, rank: number): number {
  const bits = new Uint16Array(values.buffer, values.byteOffset, 4 * values.length);
  let [count, before] = [values.length, rank];
  for (let digit = 3; digit >= 0; digit--) {
    const counts = new Int32Array(DIGITS);
    for (let i = 0; i < count; i++) counts[bits[4 * i + digit]]++;
    let chosen = 0;
    while (before >= counts[chosen]) before -= counts[chosen++];
    let kept = 0;
    for (let i = 0; i < count; i++) if (bits[4 * i + digit] === chosen) values[kept++] = values[i];
    count = kept;
  }
  return values[0];
}
