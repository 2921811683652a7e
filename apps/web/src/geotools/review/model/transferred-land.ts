import type { ProjectedLayer } from '../../../map-drawing/projected-layer.ts';
import type { FindingColumns } from './sheet.ts';

const NUMBERS_IN_BOX = 4;

/**
 * Gives each transfer, for which a report has only a point, the extent of the land that changed hands: that of the findings between the same two
 * features with the same receiver. Otherwise the map would go to a corner of that land, however large it is.
 */
export function withTransferredLand(findings: FindingColumns, marks: ProjectedLayer): ProjectedLayer {
  const transfers = new Map<string, number[]>();
  for (let finding = 0; finding < findings.count; finding += 1) {
    if (findings.kind(finding) !== 'transfer' || !isPoint(marks, finding)) continue;
    const key = keyOf(findings, finding);
    transfers.set(key, [...(transfers.get(key) ?? []), finding]);
  }
  if (transfers.size === 0) return marks;
  const boxes = marks.boxes.slice();
  for (let finding = 0; finding < findings.count; finding += 1) {
    if (isPoint(marks, finding)) continue;
    for (const transfer of transfers.get(keyOf(findings, finding)) ?? []) extend(boxes, transfer * NUMBERS_IN_BOX, marks.boxes, finding * NUMBERS_IN_BOX);
  }
  return { ...marks, boxes };
}

function keyOf(findings: FindingColumns, finding: number): string {
  const [position, other] = [findings.position(finding), findings.other(finding)];
  return `${Math.min(position, other)} ${Math.max(position, other)} ${findings.receiver(finding)}`;
}

function isPoint({ boxes }: ProjectedLayer, finding: number): boolean {
  const at = finding * NUMBERS_IN_BOX;
  return !((boxes[at + 2] ?? NaN) > (boxes[at] ?? NaN) || (boxes[at + 3] ?? NaN) > (boxes[at + 1] ?? NaN));
}

/** The box of a feature that cannot be drawn is NaN, and is replaced by the first one that can. */
function extend(boxes: Float64Array, at: number, others: Float64Array, other: number): void {
  for (const [offset, choose] of [[0, Math.min], [1, Math.min], [2, Math.max], [3, Math.max]] as const) {
    const [own, added] = [boxes[at + offset] ?? NaN, others[other + offset] ?? NaN];
    boxes[at + offset] = Number.isNaN(own) ? added : choose(own, added);
  }
}
