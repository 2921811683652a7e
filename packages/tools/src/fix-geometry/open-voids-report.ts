import type { LayerReport } from '@geoinsights/contract';
import type { DatasetLayer } from '@geoinsights/formats/in-memory';
import type { OpenVoid } from '@geoinsights/geometry';

/** The most voids in a report. */
const MOST_LISTED = 100;
/** The most features of a void that a report names. */
const MOST_NAMED = 2;

/** The features that a report names beside open voids. */
export function featuresAtVoids(voids: readonly OpenVoid[]): number[] {
  return voids.slice(0, MOST_LISTED).flatMap(({ features }) => features.slice(0, MOST_NAMED));
}

/** The narrow voids that stay open, as a report has them. @param voids narrowest first */
export function openVoidsReport(voids: readonly OpenVoid[], names: Pick<DatasetLayer, 'label'>): Pick<LayerReport, 'open_voids'> {
  if (voids.length === 0) return {};
  const named = (features: readonly number[]) => features.slice(0, MOST_NAMED).map((feature) => ({ feature, label: names.label(feature) }));
  return {
    open_voids: {
      count: voids.length,
      narrowest: voids[0].width,
      widest: voids[voids.length - 1].width,
      area: voids.reduce((sum, { area }) => sum + area, 0),
      first: voids.slice(0, MOST_LISTED).map(({ x, y, width, area, features }) => ({ at: [x, y], width, area, features: named(features) })),
    },
  };
}
