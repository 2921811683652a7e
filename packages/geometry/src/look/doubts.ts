import { BorderNetwork } from './border-network.ts';
import { openSegmentsOf } from './border-segments.ts';
import { markCoveredFeatures } from './covered-features.ts';
import { markFeaturesOf, readSides } from '../edges/edge-sides.ts';
import type { EdgeSides } from '../edges/edge-sides.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import type { Ground } from '../ground.ts';
import type { InternedRings } from '../edges/intern-rings.ts';
import { markNearBorders } from './near-borders.ts';
import { examineNesting, markStrayHoles } from './nesting.ts';
import { livingEdges } from '../noding/noding.ts';
import type { Tolerances } from '../options.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { RunGrid } from '../edges/run-grid.ts';
import { areFeaturesSimple } from './simple-features.ts';
import { examineStars } from './stars.ts';
import { VoidFaces } from './void-faces.ts';

/** Where a larger share of the edges is open, a proof by open borders is hardly shorter. */
const LARGEST_OPEN_SHARE = 1 / 4;

/** Only crowds have so many meetings: looking at all of a hundred thousand features over each other would take an hour. */
const MEETINGS_BETWEEN_LOOKS = 1_000_000;
/** Leaves the search for meetings from within. */
const ENOUGH = new Error('enough features are marked');

/**
 * The features that may have a fault, found without an arrangement: a feature that is not marked has none.
 *
 * The proof. Let every edge be a border of one feature, or of two on opposite sides; let edges meet in common ends only; let
 * the edges around every vertex agree on what lies between them, no feature twice; and let every group of rings lie where
 * its outermost edge says. Then the sides of the edges say of each face who has it, no two have one, and the rings of each
 * feature are simple and disjoint with land between them: it is valid when each hole lies in its own shell. What is left to
 * look at are voids between features (gaps), and open borders close to each other.
 *
 * Where that fails somewhere, both sides are marked there, and then all that lies in a marked feature without touching its borders
 * (`markCoveredFeatures`): every overlap is of one of these kinds.
 *
 * Where nothing is amiss a shorter proof does, see `isProvenClean`.
 *
 * @returns null as soon as more than `most` features are marked: the layer is then better examined in full.
 */
export function findDoubtful(prepared: PreparedLayer, interned: InternedRings, ground: Ground, tolerances: Tolerances, most: number, progress: (share: number) => void): Uint8Array | null {
  const { vertices, edges } = interned;
  const isDoubtful = prepared.changed.slice();
  for (let ring = 0; ring < prepared.ringFirst.length; ring++) {
    if (prepared.ringFirst[ring] >= 0 && prepared.undirected[ring] === 1) isDoubtful[prepared.featureOfRing[ring]] = 1;
  }
  const isEnough = (): boolean => countMarks(isDoubtful) > most;
  if (isEnough()) return null;
  const sides = readSides(prepared, vertices, edges, isDoubtful);
  if (isEnough()) return null;
  progress(0.2);
  markNearBorders(vertices, edges, sides, ground, tolerances.snapDistance, isDoubtful, isEnough);
  if (isEnough()) return null;
  progress(0.3);
  if (!isDoubtful.includes(1) && isProvenClean(prepared, interned, sides, ground, tolerances)) return isDoubtful;
  progress(0.5);
  const grid = new RunGrid(vertices, edges);
  if (!markMeetings(prepared, edges, grid, isDoubtful, isEnough) || isEnough()) return null;
  progress(0.7);
  const stars = examineStars(prepared, vertices, edges, sides, isDoubtful);
  const voids = new VoidFaces(prepared, vertices, edges, sides, stars, ground, isDoubtful);
  progress(0.8);
  examineNesting(prepared, interned, sides, stars, grid.forRays() ?? new EdgeGrid(vertices, edges, livingEdges(edges)), voids, isDoubtful);
  voids.markGaps(tolerances.maxGapWidth, isDoubtful);
  markStrayHoles(prepared, isDoubtful);
  if (isEnough()) return null;
  markCoveredFeatures(prepared, isDoubtful);
  return isEnough() ? null : isDoubtful;
}

/**
 * Whether open borders and single features prove a layer clean. Every edge is a border of one feature or of two on opposite
 * sides, and none is near another.
 *
 * The proof. Count for a place how often all rings wind around it. What two features have in common adds nothing, so that the
 * open borders alone tell the count; let it be 0 or 1 everywhere. Let every feature for itself wind 0 or 1 times around every
 * place: let its rings be simple, disjoint, and nested as shells and holes are. Then no place belongs to two features, and
 * each feature is valid.
 */
function isProvenClean(prepared: PreparedLayer, interned: InternedRings, sides: EdgeSides, ground: Ground, tolerances: Tolerances): boolean {
  if (sides.openEdges.length > LARGEST_OPEN_SHARE * interned.edges.count) return false;
  const featureCount = prepared.changed.length;
  const network = new BorderNetwork([openSegmentsOf({ prepared, interned }, () => true)], featureCount, ground);
  return network.isConsistent() && !network.faults(tolerances, false).includes(1) && areFeaturesSimple(prepared);
}

/** Marks the features whose edges meet. @returns false when it was broken off because enough are marked. */
function markMeetings(prepared: PreparedLayer, edges: EdgeTable, grid: RunGrid, isDoubtful: Uint8Array, isEnough: () => boolean): boolean {
  let meetings = 0;
  try {
    grid.forEachMeeting((edge, other) => {
      markFeaturesOf(prepared, edges, edge, isDoubtful);
      markFeaturesOf(prepared, edges, other, isDoubtful);
      if (++meetings % MEETINGS_BETWEEN_LOOKS === 0 && isEnough()) throw ENOUGH;
    });
  } catch (error) {
    if (error !== ENOUGH) throw error;
    return false;
  }
  return true;
}

function countMarks(marks: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < marks.length; i++) count += marks[i];
  return count;
}
