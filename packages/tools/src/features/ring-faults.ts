import type { ToolReport } from '@geoinsights/contract';
import type { FeatureLayer } from '@geoinsights/formats';
import { examineAlone, FINDING_KINDS } from '@geoinsights/geometry';
import type { FindingKind, Layer } from '@geoinsights/geometry';

/** Faults for which GEOS, and programs that use it, refuse a polygon. */
const FAULTS: ReadonlySet<FindingKind> = new Set(['spike', 'self-intersection', 'ring-overlap', 'hole-outside-shell', 'duplicate-ring']);

/**
 * A note on the polygons that are not valid in what was made of a layer without a repair before; none if all are.
 *
 * @param geometry what was made of it
 */
export function ringFaultNotes({ name, crs: { units } }: FeatureLayer, geometry: Layer): ToolReport['notes'][number][] {
  const features = Array.from({ length: geometry.featureOffsets.length - 1 }, (_, feature) => feature);
  const findings = examineAlone(geometry, features, { units, overlaps: 'fix', gaps: 'keep', shellWinding: 'counter-clockwise' }).findings.finish(false);
  const faulty = new Set<number>();
  for (let i = 0; i < findings.count; i++) if (FAULTS.has(FINDING_KINDS[findings.kind[i]])) faulty.add(findings.feature[i]);
  if (faulty.size === 0) return [];
  const [has, first] = faulty.size === 1 ? ['one feature has', 'it is'] : [`${faulty.size} features have`, 'the first one is'];
  return [{ code: 'geometry-left-alone', text: `In layer "${name}", ${has} rings that cross, or a hole outside its shell, as in the file; ${first} feature ${Math.min(...faulty) + 1}. Other programs may refuse that: repair the file with Fix geometry first.` }];
}
