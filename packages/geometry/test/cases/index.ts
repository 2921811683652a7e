import { BORDER_CASES } from './borders.ts';
import type { Case } from './case.ts';
import { FOUND_CASES } from './found.ts';
import { NUMBER_CASES } from './numbers.ts';
import { OVERLAP_CASES } from './overlaps.ts';
import { PART_CASES } from './parts.ts';
import { RING_CASES } from './rings.ts';
import { TRACKER_CASES } from './trackers.ts';

/**
 * Cases of one subject, and whose documentation, issues or tests describe what they show (facts only; the layers are our
 * own).
 */
export interface CaseTable {
  readonly title: string;
  readonly source: string;
  readonly cases: readonly Case[];
}

/** Our own table of cases. The project must prove itself with these alone. */
export const CASE_TABLES: readonly CaseTable[] = [
  { title: 'Rings', source: 'OGC 06-103r4, 6.1.11 (what a valid polygon is); what the validity tests of JTS and GEOS, PostGIS `ST_MakeValid` and `ogr2ogr -makevalid` cover.', cases: RING_CASES },
  { title: 'Parts', source: 'OGC 06-103r4, 6.1.14 (what a valid multi-polygon is); what the validity tests of JTS and GEOS cover; nesting as converters write it in Brazilian municipality data.', cases: PART_CASES },
  { title: 'Overlaps', source: 'what JTS and GEOS `CoverageCleaner`, PostGIS `ST_CoverageClean`, mapshaper `-clean` and the topology checker of QGIS deal with.', cases: OVERLAP_CASES },
  { title: 'Borders', source: 'what JTS and GEOS `CoverageValidator` report, and mapshaper `-clean` and GRASS `v.clean` (snap, break, rmarea) deal with.', cases: BORDER_CASES },
  { title: 'Numbers and places', source: 'RFC 7946 (Z, antimeridian, poles); the limits of IEEE 754 doubles; robustness issues that JTS, GEOS and GDAL have had.', cases: NUMBER_CASES },
  { title: 'Where other tools went wrong', source: 'issues in the trackers of GEOS, JTS, mapshaper, GDAL, QGIS, GRASS and of what stands on them; the layers are our own.', cases: TRACKER_CASES },
  { title: 'Found by random search', source: 'our own fuzzing (`npm run soak:repair`), each made as small as it goes.', cases: FOUND_CASES },
];

export const CASES: readonly Case[] = CASE_TABLES.flatMap(({ cases }) => cases);
