import type { FeatureCollection, GeoJsonProperties, Geometry } from 'geojson';
import { putExtent } from '../layer/extent.ts';
import type { Layer } from '../layer/layer.ts';
import type { CoordinateUnits, Tolerances } from '../options.ts';
import { repair } from '../repair.ts';
import { validate } from '../validate.ts';
import type { RepairOptions } from '../repair-options.ts';
import { listFindings } from './list-findings.ts';
import type { Finding } from './list-findings.ts';
import { readCollection } from './read.ts';
import { writeCollection } from './write-collection.ts';

/** Threads that are used where a caller says how to start some, and not how many. */
const THREADS = 4;

/** As `RepairOptions`, all of them with a default. */
export interface GeoJsonOptions extends Partial<Omit<RepairOptions, 'units' | 'landElsewhere'>> {
  /**
   * How coordinates measure the ground. `auto`, the default: degrees if all coordinates lie within ±180 and ±90, a plane otherwise.
   * A `crs` member, as old files have it, is not read.
   */
  readonly units?: CoordinateUnits | 'auto';
}

/** What came of a repair; `Properties` are those of the features. */
export interface GeoJsonRepair<Properties> {
  /**
   * The collection after the repair, the one that was given if nothing had to change. Features that did not change are the same
   * objects, and so are properties, foreign members and rings that did not change of those that did. A feature of which
   * nothing is left has the geometry null.
   */
  readonly featureCollection: FeatureCollection<Geometry | null, Properties>;
  /** What was found, and what was done about it: by feature, kind and place. */
  readonly findings: Finding[];
  /** What would still be found in the result; normally nothing. */
  readonly remaining: Finding[];
  /** Indices of the features with another geometry than before, ascending. */
  readonly changed: number[];
  /** Indices of the features that had a geometry and have none any more, ascending. */
  readonly emptied: number[];
  /** The tolerances that `auto` stood for. */
  readonly tolerances: Tolerances;
  readonly units: CoordinateUnits;
}

/** What was found in a collection. */
export interface GeoJsonValidation {
  /** By feature, kind and place; the action is always `reported`. */
  readonly findings: Finding[];
  readonly tolerances: Tolerances;
  readonly units: CoordinateUnits;
}

/**
 * Repairs the polygons of a FeatureCollection: valid geometries, no overlaps, no narrow gaps, shared borders with identical
 * vertices. Points and lines, properties, ids, foreign members and ordinates beside x and y stay as they are; a `bbox` that
 * fitted the geometry fits it again. What was given is not written to, and may not be written to before the promise is settled.
 *
 * @param featureCollection RFC 7946, with any coordinates: null and NaN among them count as broken vertices, rings may be open.
 * @param options the defaults repair everything, with tolerances taken from the data.
 * @throws GeoJsonError with the path of the fault, when it is no FeatureCollection.
 * @throws RangeError for an option that is none.
 * @throws TooTangledError when thousands of features lie over each other.
 */
export async function repairGeoJson<Properties = GeoJsonProperties>(
  featureCollection: FeatureCollection<Geometry | null, Properties>,
  options: GeoJsonOptions = {},
): Promise<GeoJsonRepair<Properties>> {
  const layer = readCollection(featureCollection);
  const kernelOptions = withDefaults(options, layer);
  const { patch, findings, remaining, layer: after, emptied, tolerances } = await repair(layer, kernelOptions);
  return {
    featureCollection: patch === null ? featureCollection : writeCollection(featureCollection, layer, patch, after),
    findings: listFindings(findings),
    remaining: listFindings(remaining),
    changed: patch === null ? [] : [...patch.features],
    emptied: [...emptied],
    tolerances,
    units: kernelOptions.units,
  };
}

/**
 * Finds what `repairGeoJson` would repair, and changes nothing.
 *
 * @throws what `repairGeoJson` throws.
 */
export async function validateGeoJson(featureCollection: FeatureCollection<Geometry | null, unknown>, options: GeoJsonOptions = {}): Promise<GeoJsonValidation> {
  const layer = readCollection(featureCollection);
  const kernelOptions = withDefaults(options, layer);
  const { findings, tolerances } = await validate(layer, kernelOptions);
  return { findings: listFindings(findings), tolerances, units: kernelOptions.units };
}

function withDefaults(options: GeoJsonOptions, { xy }: Layer): RepairOptions {
  const { units = 'auto', snapDistance = 'auto', maxGapWidth = 'auto', overlaps = 'fix', gaps = 'fix', shellWinding = 'counter-clockwise' } = options;
  const threads = options.threads ?? (options.startWorkers === undefined ? 1 : THREADS);
  for (const [name, value] of Object.entries({ snapDistance, maxGapWidth })) {
    if (value !== 'auto' && !(Number.isFinite(value) && value >= 0)) throw new RangeError(`${name} takes 'auto' or a number from 0, not ${String(value)}.`);
  }
  for (const [name, value] of Object.entries({ overlaps, gaps })) oneOf(name, value, ['fix', 'keep']);
  oneOf('shellWinding', shellWinding, ['clockwise', 'counter-clockwise']);
  if (!(Number.isInteger(threads) && threads >= 1)) throw new RangeError(`threads takes a whole number from 1, not ${threads}.`);
  if (units === 'auto') return { ...options, units: { kind: areDegrees(xy) ? 'geographic' : 'planar' }, snapDistance, maxGapWidth, overlaps, gaps, shellWinding, threads };
  oneOf('units.kind', units.kind, ['geographic', 'planar']);
  return { ...options, units, snapDistance, maxGapWidth, overlaps, gaps, shellWinding, threads };
}

function oneOf(name: string, value: string, values: readonly string[]): void {
  if (!values.includes(value)) throw new RangeError(`${name} takes ${values.map((each) => `'${each}'`).join(' or ')}, not ${value}.`);
}

/** Whether all places fit ±180 and ±90; where there are none they do. */
function areDegrees(xy: Float64Array): boolean {
  const extent = new Float64Array(4);
  putExtent(xy, 0, xy.length / 2, extent, 0);
  const [minX, minY, maxX, maxY] = extent;
  return minX >= -180 && maxX <= 180 && minY >= -90 && maxY <= 90;
}
