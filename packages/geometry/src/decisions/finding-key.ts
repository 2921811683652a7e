import type { FindingKind } from '../layer/findings.ts';

/** Identifies a finding in a layer. Findings with the same key say the same. */
export function findingKey(kind: FindingKind, feature: number, other: number, x: number, y: number): string {
  return `${kind} ${feature} ${other} ${x} ${y}`;
}
