import type { FindingKind } from '../layer/findings.ts';

/** What tells one finding of a layer from all others, but for those that tell the same. */
export function findingKey(kind: FindingKind, feature: number, other: number, x: number, y: number): string {
  return `${kind} ${feature} ${other} ${x} ${y}`;
}
