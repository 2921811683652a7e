/** Of more addresses than these, those that came first are forgotten: who has many must not fill the memory with them. */
const COUNTED_ADDRESSES = 20_000;

export function forgetFirst(visitors: Map<string, unknown>): void {
  for (const first of visitors.keys()) {
    if (visitors.size <= COUNTED_ADDRESSES) return;
    visitors.delete(first);
  }
}
