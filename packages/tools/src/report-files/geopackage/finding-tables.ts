import { GeometryType, type Field, type FieldValue, type LayerSchema } from '@geoinsights/formats';
import type { ChangedFeature, LayerReport, ReportedFinding } from '@geoinsights/contract';

/** The tables that a layer of the report may have; the kind determines their style. */
export const TABLE_KINDS = ['findings_land', 'findings_lines', 'findings_places', 'changed_before', 'changed_after'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

const LAND = [GeometryType.Polygon, GeometryType.MultiPolygon];
const LINES = [GeometryType.LineString, GeometryType.MultiLineString];
const GEOMETRY_TYPES: Readonly<Record<TableKind, readonly number[]>> = {
  findings_land: LAND,
  findings_lines: LINES,
  findings_places: [GeometryType.Point],
  changed_before: [...LINES, ...LAND].toSorted((a, b) => a - b),
  changed_after: [...LINES, ...LAND].toSorted((a, b) => a - b),
};

/** The maximum length of the layer's name within a table's name; nobody would read the rest in a list anyway. */
const LONGEST_NAME = 60;

const field = (name: string, type: Field['type']): Field => ({ name, type, width: null, decimals: null });
const FINDING_FIELDS: readonly Field[] = [
  field('kind', 'text'),
  field('weight', 'text'),
  field('position', 'integer'),
  field('feature_id', 'text'),
  field('label', 'text'),
  field('other_position', 'integer'),
  field('other_id', 'text'),
  field('other_label', 'text'),
  field('area_m2', 'real'),
  field('received_by', 'integer'),
  field('measure', 'real'),
  field('action', 'text'),
  field('reason', 'text'),
  field('decision', 'integer'),
];
const CHANGED_FIELDS: readonly Field[] = [field('position', 'integer'), field('feature_id', 'text'), field('label', 'text')];

/**
 * The schema of a table, in the layer's reference system.
 * @param isOnly whether no other layer has findings, so that the table's name does not need the layer's
 */
export function schemaOfTable(kind: TableKind, { name, crs }: LayerReport, isOnly: boolean): LayerSchema {
  return {
    name: isOnly ? kind : `${kind}_${Array.from(name).slice(0, LONGEST_NAME).join('')}`,
    crs: {
      name: crs.name,
      code: crs.code ?? crs.system?.code ?? null,
      units: { kind: crs.units },
      metresPerUnit: crs.metres_per_unit,
      ...(crs.wkt === undefined ? {} : { wkt: crs.wkt }),
    },
    fields: kind.startsWith('findings') ? FINDING_FIELDS : CHANGED_FIELDS,
    geometryTypes: GEOMETRY_TYPES[kind],
    hasZ: false,
    hasM: false,
    ids: 'none',
    count: 0,
  };
}

export function rowOfFinding(finding: ReportedFinding): FieldValue[] {
  const { position = finding.feature + 1, other_position: other = finding.other === null ? null : finding.other + 1 } = finding;
  return [
    finding.kind,
    finding.weight ?? null,
    position,
    idText(finding.id),
    finding.label,
    other,
    idText(finding.other_id),
    finding.other_label,
    finding.area_m2 ?? null,
    finding.received_by ?? null,
    finding.measure,
    finding.action,
    finding.reason ?? null,
    finding.decision ?? null,
  ];
}

export function rowOfChanged({ position, id, label }: ChangedFeature): FieldValue[] {
  return [position, idText(id), label];
}

function idText(id: string | number | null | undefined): string | null {
  return id === null || id === undefined ? null : String(id);
}
