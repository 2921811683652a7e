import { FINDING_WEIGHTS } from '@geoinsights/contract';
import type { LandGeometry } from '@geoinsights/contract';
import type { ReadFinding } from './sheet.ts';

/**
 * The parts of a reported finding that the page needs, checked by hand: the schema library, which must not compile its schemas here, takes several
 * times as long, and there may be half a million findings. Reports of an earlier version contain no land.
 * @throws TypeError if it is not a finding
 */
export function findingOfReport(value: unknown): ReadFinding {
  if (typeof value !== 'object' || value === null) throw new TypeError('A finding of the report is not an object.');
  const members: Readonly<Record<string, unknown>> = { ...value };
  const { kind, feature, position = oneBased(feature), label, other, other_position: otherPosition = oneBased(other), other_label: otherLabel } = members;
  const { at, action, reason = null, weight = 'shape', area_m2: areaM2 = null, received_by: receivedBy = null, geometry = null } = members;
  if (typeof kind !== 'string') throw wrong('kind');
  if (!isPosition(position)) throw wrong('position');
  if (typeof label !== 'string') throw wrong('label');
  if (otherPosition !== null && !isPosition(otherPosition)) throw wrong('other_position');
  if (otherLabel !== null && typeof otherLabel !== 'string') throw wrong('other_label');
  if (at !== null && !isPlace(at)) throw wrong('at');
  if (typeof action !== 'string') throw wrong('action');
  if (reason !== null && typeof reason !== 'string') throw wrong('reason');
  const known = FINDING_WEIGHTS.find((each) => each === weight);
  if (known === undefined) throw wrong('weight');
  if (areaM2 !== null && !isNumber(areaM2)) throw wrong('area_m2');
  if (receivedBy !== null && !isPosition(receivedBy)) throw wrong('received_by');
  if (geometry !== null && !isLandGeometry(geometry)) throw wrong('geometry');
  return { kind, position, label, other: otherPosition, otherLabel, at: at === null ? null : [at[0], at[1]], action, reason, weight: known, areaM2, receivedBy, geometry };
}

function wrong(member: string): TypeError {
  return new TypeError(`The member "${member}" of a finding of the report is missing or of another type.`);
}

/** Zero-based index of the feature, for reports without positions. */
function oneBased(feature: unknown): unknown {
  return typeof feature === 'number' ? feature + 1 : feature;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && isNumber(value) && value > 0;
}

/** At least two numbers. */
function isPlace(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length >= 2 && value.every(isNumber);
}

type Check<Value> = (value: unknown) => value is Value;

function isListOf<Value>(isOne: Check<Value>): Check<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every((each) => isOne(each));
}

const isLine = isListOf(isPlace);
const isPolygon = isListOf(isLine);
const COORDINATES = { LineString: isLine, MultiLineString: isPolygon, Polygon: isPolygon, MultiPolygon: isListOf(isPolygon) } as const;

function isLandGeometry(value: unknown): value is LandGeometry {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('coordinates' in value)) return false;
  const { type, coordinates } = value;
  return (type === 'LineString' || type === 'MultiLineString' || type === 'Polygon' || type === 'MultiPolygon') && COORDINATES[type](coordinates);
}
