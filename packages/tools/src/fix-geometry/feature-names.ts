import { ProblemError } from '@geoinsights/contract/errors';
import type { Attributes, ReadDataset } from '@geoinsights/formats/in-memory';
import { FINDING_KINDS, type ChangedFeatures, type Findings } from '@geoinsights/geometry';
import { guessLabelField, isName } from './guess-label-field.ts';
import type { FeatureNames } from './land-report.ts';

/** Fields that a problem names. */
const MOST_NAMED = 20;
/** Features looked at to guess the field. */
const LOOKED_AT = 50;
/** As long as a name may be, in UTF-16 units. */
const LONGEST_NAME = 120;

/** What the features of a layer are called, and by which field. */
export interface NamedFeatures extends FeatureNames {
  /** Null where they are called by their id or their place. */
  readonly labelField: string | null;
}

/** Of what the names of features are told. */
interface SpokenOf {
  readonly findings: Findings;
  readonly changes: ChangedFeatures | null;
}

interface Wanted {
  /** The field that was chosen. */
  readonly field: string | undefined;
  /** Whether all findings and the balance are told, or only transfers of land. */
  readonly tellsLand: boolean;
}

/**
 * The names of those features of a layer that a report speaks of: by the field that was chosen; else as the format has them; else, where
 * it has ids or numbers only, by the field that is likely to name them. Read while the file is open: the report is written when it is not.
 *
 * @param position of the layer. @throws ProblemError `field-not-found` where no feature has the field that was chosen.
 */
export async function featureNames(dataset: ReadDataset, position: number, { field, tellsLand }: Wanted, spoken: SpokenOf): Promise<NamedFeatures> {
  const layer = dataset.layers[position];
  // Only these are kept of the layer, and not its geometry.
  const own = { label: (feature: number) => layer.label(feature), id: (feature: number) => layer.id(feature), labelField: layer.labelField };
  if (field === undefined && own.labelField !== null) return own;
  const features = spokenOf(spoken, field !== undefined || tellsLand);
  // A field that is not there is told of a clean layer, too.
  if (field !== undefined && features.length === 0 && layer.geometry.featureOffsets.length > 1) features.push(0);
  const named = field === undefined ? await guessedNames(dataset, position, features) : { labelField: field, labels: await chosenNames(dataset, position, features, field) };
  if (named === null) return own;
  const { labels, labelField } = named;
  return { label: (feature) => labels.get(feature) ?? own.label(feature), id: own.id, labelField };
}

/** In the order of the file, as attributes are read fastest. */
function spokenOf({ findings, changes }: SpokenOf, all: boolean): number[] {
  const features = new Set<number>(all ? (changes?.features ?? []) : []);
  for (let i = 0; i < findings.count; i++) {
    if (!all && FINDING_KINDS[findings.kind[i]] !== 'transfer') continue;
    features.add(findings.feature[i]);
    if (findings.other[i] >= 0) features.add(findings.other[i]);
  }
  return [...Int32Array.from(features).sort()];
}

async function chosenNames(dataset: ReadDataset, position: number, features: readonly number[], field: string): Promise<Map<number, string>> {
  const labels = new Map<number, string>();
  const fields = new Set<string>();
  const reader = dataset.attributes(position);
  let isThere = false;
  try {
    for (const feature of features) {
      const attributes = await reader.at(feature);
      if (Object.hasOwn(attributes, field)) isThere = true;
      else if (!isThere && fields.size < MOST_NAMED) for (const name of Object.keys(attributes)) fields.add(name);
      take(labels, feature, attributes, field);
    }
  } finally {
    await reader.close();
  }
  if (!isThere && features.length > 0) throw new ProblemError('field-not-found', { file: dataset.layers[position].name, field, fields: [...fields].slice(0, MOST_NAMED).join(', ') });
  return labels;
}

/** Null where no field would tell the features apart. A name that cannot be read keeps no repair from its end: then ids and numbers do. */
async function guessedNames(dataset: ReadDataset, position: number, features: readonly number[]): Promise<{ labelField: string; labels: Map<number, string> } | null> {
  if (features.length === 0) return null;
  const reader = dataset.attributes(position);
  try {
    const first: Attributes[] = [];
    for (const feature of features.slice(0, LOOKED_AT)) first.push(await reader.at(feature));
    const labelField = guessLabelField(first);
    if (labelField === null) return null;
    const labels = new Map<number, string>();
    for (const [place, feature] of features.entries()) take(labels, feature, first.at(place) ?? (await reader.at(feature)), labelField);
    return { labelField, labels };
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  } finally {
    await reader.close();
  }
}

function take(labels: Map<number, string>, feature: number, attributes: Attributes, field: string): void {
  const value = Object.hasOwn(attributes, field) ? attributes[field] : null;
  if (isName(value)) labels.set(feature, String(value).trim().slice(0, LONGEST_NAME));
}
