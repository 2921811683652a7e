/** Items by the group that they belong to: those of group g are at offsets[g] … offsets[g + 1] of `items`, ascending. */
export interface Groups {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/**
 * Sorts the items 0 … count − 1 by group, in linear time.
 *
 * @param groupOf the group of each item, from 0; negative for an item that belongs to none.
 */
export function grouped(groupOf: Int32Array, count: number, groupCount: number): Groups {
  const offsets = new Int32Array(groupCount + 1);
  for (let item = 0; item < count; item++) if (groupOf[item] >= 0) offsets[groupOf[item] + 1]++;
  for (let group = 0; group < groupCount; group++) offsets[group + 1] += offsets[group];
  const position = offsets.slice(0, groupCount);
  const items = new Int32Array(offsets[groupCount]);
  for (let item = 0; item < count; item++) if (groupOf[item] >= 0) items[position[groupOf[item]]++] = item;
  return { offsets, items };
}

/** The values at some indices. A callback for each would take longer than the rest of the work. */
export function valuesAt(values: Int32Array, indices: Int32Array): Int32Array {
  const found = new Int32Array(indices.length);
  for (let i = 0; i < found.length; i++) found[i] = values[indices[i]];
  return found;
}
