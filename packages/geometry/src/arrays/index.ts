export { firstAtLeast } from './binary-search.ts';
export { BigInt64List, enlarged, Float64List, Int32List, Uint8List } from './growable.ts';
export { slotsFor } from './hash-place.ts';
