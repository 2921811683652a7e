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

/** Number of threads if a caller gives a way to start them but no number. */
const THREADS = 4;

/** Like `RepairOptions`, all with defaults. */
export interface GeoJsonOptions extends Partial<Omit<RepairOptions, 'units' | 'landElsewhere'>> {
  /**
   * How coordinates relate to the ground. `auto`, the default: degrees if all coordinates lie within ±180 and ±90, else a plane. A
   * `crs` member, as in old files, is not read.
   */
  readonly units?: CoordinateUnits | 'auto';
}

/** The result of a repair. `Properties` are those of the features. */
export interface GeoJsonRepair<Properties> {
  /**
   * The repaired collection; the given one if nothing had to change. Unchanged features are the same objects, and in changed
   * features so are properties, foreign members and unchanged rings. A feature of which nothing is left has the geometry null.
   */
  readonly featureCollection: FeatureCollection<Geometry | null, Properties>;
  /** What was found, and what was done about it: by feature, kind and coordinates. */
  readonly findings: Finding[];
  /** What would still be found in the result; normally empty. */
  readonly remaining: Finding[];
  /** Indices of the features whose geometry changed, ascending. */
  readonly changed: number[];
  /** Indices of the features that had a geometry and no longer have one, ascending. */
  readonly emptied: number[];
  /** The tolerances that were used for `auto`. */
  readonly tolerances: Tolerances;
  readonly units: CoordinateUnits;
}

/** What was found in a collection. */
export interface GeoJsonValidation {
  /** By feature, kind and coordinates. The action is always `reported`. */
  readonly findings: Finding[];
  readonly tolerances: Tolerances;
  readonly units: CoordinateUnits;
}

/**
 * Repairs the polygons of a FeatureCollection: valid geometries, no overlaps, no narrow gaps, shared borders with identical
 * vertices. Points and lines, properties, ids, foreign members and ordinates besides x and y stay as they are. A `bbox` that
 * fitted the geometry is updated to fit it again. The input is not modified, and must not be modified until the promise is
 * settled.
 *
 * @param featureCollection RFC 7946, with any coordinates: null and NaN in them count as broken vertices, and rings may be
 * open.
 * @param options the defaults repair everything, with tolerances taken from the data.
 * @throws GeoJsonError with the path of the fault if it is not a FeatureCollection.
 * @throws RangeError for an invalid option.
 * @throws TooTangledError if thousands of features lie on top of each other.
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
 * @throws the same errors as `repairGeoJson`.
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

/** How far rounding may carry a longitude of 180 or a latitude of 90. */
const ROUNDING = 1e-9;

/** Whether all points fit ±180 and ±90, but for rounding; also true if there are none. */
function areDegrees(xy: Float64Array): boolean {
  const extent = new Float64Array(4);
  putExtent(xy, 0, xy.length / 2, extent, 0);
  const [minX, minY, maxX, maxY] = extent;
  return Math.max(-minX, maxX) <= 180 + ROUNDING && Math.max(-minY, maxY) <= 90 + ROUNDING;
}
