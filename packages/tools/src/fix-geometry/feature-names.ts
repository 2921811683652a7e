import { ProblemError } from '@geoinsights/contract/errors';
import { shortText } from '@geoinsights/contract/short-text';
import type { Attributes, ReadDataset } from '@geoinsights/formats/in-memory';
import { FINDING_KINDS, type ChangedFeatures, type Findings, type OpenVoid } from '@geoinsights/geometry';
import { guessLabelField, isName } from './guess-label-field.ts';
import type { FeatureNames } from './land-report.ts';
import { featuresAtVoids } from './open-voids-report.ts';

/** The maximum number of fields that a problem lists. */
const MOST_NAMED = 20;
/** Features examined to guess the field. */
const LOOKED_AT = 50;
/** The maximum length of a name, in UTF-16 units. */
const LONGEST_NAME = 120;

/** The names of a layer's features, and the field they come from. */
interface NamedFeatures extends FeatureNames {
  /** Null if the names are ids or positions. */
  readonly labelField: string | null;
}

/** The parts of a report that mention features by name. */
interface SpokenOf {
  readonly findings: Findings;
  readonly changes: ChangedFeatures | null;
  readonly openVoids: readonly OpenVoid[];
}

interface Wanted {
  /** The field chosen by the user. */
  readonly field: string | undefined;
  /** Whether all findings and the balance are reported, or only transfers of land. */
  readonly reportsLand: boolean;
}

/**
 * The names of the features of a layer that a report mentions: from the chosen field; else those of the format; else, if the format
 * has only ids or numbers, from the field most likely to hold names. Read while the file is open, since the report is written later.
 *
 * @param position of the layer. @throws ProblemError `field-not-found` if no feature of the dataset has the chosen field.
 */
export async function featureNames(dataset: ReadDataset, position: number, { field, reportsLand }: Wanted, spoken: SpokenOf): Promise<NamedFeatures> {
  const layer = dataset.layers[position];
  // Keeps these three of the layer alive, but not its geometry.
  const own = { label: (feature: number) => layer.label(feature), id: (feature: number) => layer.id(feature), labelField: layer.labelField };
  if (field === undefined && own.labelField !== null) return own;
  const features = spokenOf(spoken, field !== undefined || reportsLand);
  // A clean layer must report a missing field, too.
  if (field !== undefined && features.length === 0 && layer.geometry.featureOffsets.length > 1) features.push(0);
  const chosen = field === undefined ? null : await chosenNames(dataset, position, features, field);
  const named = chosen ?? (own.labelField === null ? await guessedNames(dataset, position, features) : null);
  if (named === null) return own;
  const { labels, labelField } = named;
  return { label: (feature) => labels.get(feature) ?? own.label(feature), id: own.id, labelField };
}

/** In file order, in which attributes are read fastest. */
function spokenOf({ findings, changes, openVoids }: SpokenOf, all: boolean): number[] {
  const features = new Set<number>(all ? (changes?.features ?? []) : []);
  for (const feature of featuresAtVoids(openVoids)) features.add(feature);
  for (let i = 0; i < findings.count; i++) {
    if (!all && FINDING_KINDS[findings.kind[i]] !== 'transfer') continue;
    features.add(findings.feature[i]);
    if (findings.other[i] >= 0) features.add(findings.other[i]);
  }
  return [...Int32Array.from(features).sort()];
}

/** Null for a layer that lacks the field although another one has it: in a KML each folder is a layer, and some hold other things. */
async function chosenNames(dataset: ReadDataset, position: number, features: readonly number[], field: string): Promise<{ labelField: string; labels: Map<number, string> } | null> {
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
  if (isThere || features.length === 0 || (await hasField(dataset, position, field))) return { labelField: field, labels };
  for (const other of dataset.layers.keys()) if (other !== position && (await hasField(dataset, other, field))) return null;
  throw new ProblemError('field-not-found', { file: dataset.layers[position].name, field, fields: [...fields].slice(0, MOST_NAMED).join(', ') });
}

/** Whether any feature of a layer has a field. Only asked where the features that a report mentions lack it: in GeoJSON and KML, each has fields of its own. */
async function hasField(dataset: ReadDataset, position: number, field: string): Promise<boolean> {
  const reader = dataset.attributes(position);
  try {
    const count = dataset.layers[position].geometry.featureOffsets.length - 1;
    for (let feature = 0; feature < count; feature++) if (Object.hasOwn(await reader.at(feature), field)) return true;
    return false;
  } finally {
    await reader.close();
  }
}

/** Null if no field would distinguish the features. An unreadable name must not stop a repair: ids and numbers are used then. */
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
  if (isName(value)) labels.set(feature, shortText(String(value).trim(), LONGEST_NAME));
}
