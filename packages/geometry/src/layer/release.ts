import type { Findings } from './findings.ts';
import type { Layer } from './layer.ts';

/**
 * Gives the memory of a layer that nobody needs any more back at once: when it is collected may be too late for the next large one. The layer
 * is empty afterwards, as is whatever shares its buffers. Engines without a way to do it collect it.
 */
export function releaseLayer({ xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): void {
  releaseColumns([xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds]);
}

/** As `releaseLayer`, of findings. */
export function releaseFindings({ kind, feature, other, xy, measure, action }: Findings): void {
  releaseColumns([kind, feature, other, xy, measure, action]);
}

function releaseColumns(columns: readonly (ArrayBufferView | null)[]): void {
  for (const column of columns) if (column !== null && canBeReleased(column.buffer)) column.buffer.transfer(0);
}

/** Engines have it since 2023. */
function canBeReleased(buffer: ArrayBufferLike): buffer is ArrayBuffer & { transfer: (length: number) => ArrayBuffer } {
  return buffer instanceof ArrayBuffer && 'transfer' in buffer;
}
