import { ProblemError } from '@geoinsights/contract/errors';
import type { ReadDataset } from '@geoinsights/formats/in-memory';
import type { ChangedFeatures, Findings } from '@geoinsights/geometry';
import type { FeatureNames } from './land-report.ts';

/** Fields that a problem names. */
const MOST_NAMED = 20;
/** As long as a name may be, in UTF-16 units. */
const LONGEST_NAME = 120;

/** What the features of a layer are called, and by which field. */
export interface NamedFeatures extends FeatureNames {
  /** Null where they are called by their id or their place. */
  readonly labelField: string | null;
}

/**
 * The names of those features of a layer that a report speaks of, by the field that was chosen; else as the format has them. Read while
 * the file is open: the report is written when it is not.
 *
 * @param position of the layer. @throws ProblemError `field-not-found` where no feature has the field.
 */
export async function featureNames(dataset: ReadDataset, position: number, field: string | undefined, { findings, changes }: { readonly findings: Findings; readonly changes: ChangedFeatures | null }): Promise<NamedFeatures> {
  const layer = dataset.layers[position];
  // Only these are kept of the layer, and not its geometry.
  const own = { label: (feature: number) => layer.label(feature), id: (feature: number) => layer.id(feature), labelField: layer.labelField };
  if (field === undefined) return own;
  const spokenOf = new Set<number>(changes?.features ?? []);
  for (let i = 0; i < findings.count; i++) {
    spokenOf.add(findings.feature[i]);
    if (findings.other[i] >= 0) spokenOf.add(findings.other[i]);
  }
  // A field that is not there is told of a clean layer, too.
  if (spokenOf.size === 0 && layer.geometry.featureOffsets.length > 1) spokenOf.add(0);
  const labels = new Map<number, string>();
  const fields = new Set<string>();
  const reader = dataset.attributes(position);
  let isThere = false;
  try {
    for (const feature of Int32Array.from(spokenOf).sort()) {
      const attributes = await reader.at(feature);
      if (Object.hasOwn(attributes, field)) isThere = true;
      else if (!isThere && fields.size < MOST_NAMED) for (const name of Object.keys(attributes)) fields.add(name);
      const value = Object.hasOwn(attributes, field) ? attributes[field] : null;
      if (value !== null && value !== '') labels.set(feature, String(value).slice(0, LONGEST_NAME));
    }
  } finally {
    await reader.close();
  }
  if (!isThere && spokenOf.size > 0) throw new ProblemError('field-not-found', { file: layer.name, field, fields: [...fields].slice(0, MOST_NAMED).join(', ') });
  return { label: (feature) => labels.get(feature) ?? own.label(feature), id: own.id, labelField: field };
}
