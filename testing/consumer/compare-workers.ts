import { PartKind, repair, repairNow } from '@geoinsights/geometry';
import type { Layer, PieceWorkers, RepairOptions } from '@geoinsights/geometry';

const COUNT = 40;
/** About three features per piece, so that there are enough pieces for workers. */
const SIZES = { vertices: 15, mostCopies: Infinity };
const OPTIONS: RepairOptions = { units: { kind: 'planar' }, snapDistance: 0.001, maxGapWidth: 0.1, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 2 };

/** A row of squares, each overlapping the next by slightly less than a tenth. */
function row(): Layer {
  const rings = Array.from({ length: COUNT }, (_, i) => [i, 0, i + 1.09, 0, i + 1.09, 1 + i / 100, i, 1, i, 0]);
  const offsets = Int32Array.from({ length: COUNT + 1 }, (_, i) => i);
  return { xy: Float64Array.from(rings.flat()), z: null, m: null, ringOffsets: offsets.map((i) => 5 * i), partOffsets: offsets, featureOffsets: offsets, partKinds: new Uint8Array(COUNT).fill(PartKind.Polygon) };
}

/** Repairs a layer with and without workers, and describes the result in words that are the same on every machine. */
export async function compareWorkers(startWorkers: (threads: number) => PieceWorkers): Promise<string> {
  let tasks = 0;
  const counted = (threads: number): PieceWorkers => {
    const workers = startWorkers(threads);
    const run: PieceWorkers['run'] = (task) => {
      tasks++;
      return workers.run(task);
    };
    return { count: workers.count, run, stop: () => workers.stop() };
  };
  const [alone, together] = [repairNow(row(), OPTIONS, SIZES), await repair(row(), { ...OPTIONS, startWorkers: counted }, SIZES)].map(({ layer, findings }) => JSON.stringify([[...layer.xy], [...findings.kind], [...findings.measure]]));
  return tasks === 0 ? 'no worker was asked' : alone === together ? `the same with workers: ${alone}` : 'another result with workers';
}
