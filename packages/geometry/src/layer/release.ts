import type { Findings } from './findings.ts';
import type { Layer } from './layer.ts';

/**
 * Frees the memory of a layer that is no longer needed at once, because garbage collection may be too late for the next large one. Afterwards
 * the layer is empty, and so is everything that shares its buffers. Engines that cannot do this leave it to garbage collection.
 */
export function releaseLayer({ xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): void {
  releaseColumns([xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds]);
}

/** Like `releaseLayer`, for findings. */
export function releaseFindings({ kind, feature, other, xy, measure, action }: Findings): void {
  releaseColumns([kind, feature, other, xy, measure, action]);
}

function releaseColumns(columns: readonly (ArrayBufferView | null)[]): void {
  for (const column of columns) if (column !== null && canBeReleased(column.buffer)) column.buffer.transfer(0);
}

/** Engines have supported this since 2023. */
function canBeReleased(buffer: ArrayBufferLike): buffer is ArrayBuffer & { transfer: (length: number) => ArrayBuffer } {
  return buffer instanceof ArrayBuffer && 'transfer' in buffer;
}
