import { numberIfAlike } from '@geoinsights/contract/labels';
import { once } from '../../../ui/once.ts';
import { countOf } from '../../fix-geometry/quantities.ts';
import { capitalised } from '../../screen-texts/capitalised.ts';
import { measuresOf } from './measures.ts';
import type { Measures } from './measures.ts';
import type { FindingRow, SheetAnswer } from './messages.ts';

const whole = once(() => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }));

function shareWords(part: number, all: number): string {
  const percent = all > 0 ? (part / all) * 100 : 100;
  if (percent >= 99.5) return 'all of it';
  return percent >= 1 ? `${whole().format(percent)}\u00a0% of it` : 'less than 1\u00a0% of it';
}

function countWords(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'][count] ?? whole().format(count);
}

function featuresWords(count: number): string {
  return `${countWords(count)} ${count <= 1 ? 'feature' : 'features'}`;
}

/** What happened to the land of a layer, or would happen after a check, most important first, in one sentence. */
export function summarySentence(sheet: SheetAnswer, isCheck: boolean): string {
  const { changed, digest: { largest, emptiedCount, noticed } } = sheet;
  const measures = measuresOf(sheet);
  if (changed === 0) return isCheck ? 'No feature would gain or lose any land.' : 'No feature gained or lost any land.';
  const verbs = isCheck ? { give: 'would give', end: 'would end', change: 'would change' } : { give: 'gave', end: 'ended', change: 'changed' };
  const parts = [
    ...(largest === null || largest.area_m2 < 1 ? [] : [`“${largest.from}” ${verbs.give} ${measures.area(largest.area_m2)} (${shareWords(largest.area_m2, largest.of_m2)}) to “${largest.to}”`]),
    ...(emptiedCount === 0 ? [] : [`${featuresWords(emptiedCount)} ${verbs.end} without land`]),
    // Where features have been counted before, the second number refers to them.
    `${emptiedCount === 0 ? featuresWords(noticed) : noticed === 0 ? 'none' : countWords(noticed)} ${verbs.change} by more than ${measures.noticed}`,
  ];
  const sentence = parts.join(', ');
  return `${capitalised(sentence)}.`;
}

/** The number of findings of each weight. Land that changes hands is one of them, but no fault: the report counts the overlap from which it comes. */
export function weightsSentence(sheet: SheetAnswer): string {
  const transfers = sheet.kinds.find(([kind]) => kind === 'transfer')?.[1] ?? 0;
  const apart = transfers === 0 ? '' : ` Of those of ownership, ${transfers.toLocaleString('en')} ${transfers === 1 ? 'is' : 'are'} land that changes hands, which is not counted as a fault.`;
  return `${countedByWeight(sheet)}${apart}`;
}

function countedByWeight({ findings, weights }: SheetAnswer): string {
  const counts = new Map(weights);
  const cosmetic = counts.get('cosmetic') ?? 0;
  if (findings === 0) return 'Nothing was found in this layer.';
  if (findings === cosmetic) return `${cosmetic === 1 ? 'The only finding is' : `All ${countOf(cosmetic, 'finding')} are`} cosmetic: nothing wider than the snap distance.`;
  const apart = cosmetic === 0 ? '' : `; ${cosmetic.toLocaleString('en')} more ${cosmetic === 1 ? 'is cosmetic and is' : 'are cosmetic and are'} counted separately`;
  return `${countOf(counts.get('ownership') ?? 0, 'finding')} of ownership, ${(counts.get('shape') ?? 0).toLocaleString('en')} of shape${apart}.`;
}

/** On the button that leads to the next rows of a table. */
export function nextWords(count: number, from: number, page: number): string {
  const following = Math.min(page, count - from - page);
  return following > 0 ? `Next ${String(following)}` : 'Next';
}

const KIND_NOUNS: Readonly<Record<string, string>> = {
  transfer: 'land that changes hands',
  overlap: 'overlap',
  'contained-feature': 'feature inside another',
  'duplicate-feature': 'duplicate feature',
  gap: 'gap',
  emptied: 'feature without land of its own',
  'near-edge': 'almost shared border',
  'unmatched-vertex': 'unmatched vertex',
  'ring-overlap': 'overlapping parts',
  'self-intersection': 'self-crossing border',
  'hole-outside-shell': 'misplaced hole',
  'duplicate-ring': 'repeated border',
  collapsed: 'border without area',
  spike: 'spike',
  'unclosed-ring': 'unclosed polygon',
  'invalid-coordinate': 'unreadable coordinates',
  'duplicate-point': 'duplicate point',
};

/** The name of one finding of a kind: `overlap`. An unknown kind keeps its own name. */
export function nounOf(kind: string): string {
  return Object.hasOwn(KIND_NOUNS, kind) ? (KIND_NOUNS[kind] ?? kind) : kind.replaceAll('-', ' ');
}

/** The features that a finding concerns: names, with the position if the name does not contain it. */
export function concernedWords({ kind, label, other, otherLabel, position }: FindingRow): string {
  if (otherLabel === null) return `“${label}”`;
  const both = [label, otherLabel];
  const words = kind === 'transfer' ? (['from', 'to'] as const) : (['between', 'and'] as const);
  return `${words[0]} ${toldApart(label, position, both)} ${words[1]} ${toldApart(otherLabel, other, both)}`;
}

function toldApart(name: string, position: number | null, both: readonly (string | null)[]): string {
  return `“${name}”${position === null ? '' : numberIfAlike(name, position, both)}`;
}

const REASONS: Readonly<Record<string, string>> = {
  decision: 'left, as you decided',
  'max-displacement': 'left: over your limit of movement',
  'max-transfer': 'left: over your limit of transfer',
  profile: 'left for you to decide',
};

const ACTIONS: Readonly<Record<string, string>> = {
  reported: 'only reported',
  'vertex-removed': 'vertex removed',
  'ring-closed': 'closed',
  'ring-removed': 'removed',
  'geometry-emptied': 'its record stays, without land',
  'ring-split': 'split where it crosses',
  'parts-united': 'parts merged',
  'hole-reassigned': 'hole moved to its polygon',
  'hole-became-part': 'hole turned into a part',
  'part-became-hole': 'part turned into a hole',
  'vertex-inserted': 'vertex added',
  'vertex-moved': 'moved onto the shared border',
  'overlap-assigned': 'divided among those that claim it',
  'cut-out': 'cut out of the larger one',
  'gap-closed': 'closed',
  'land-transferred': 'transferred',
};

/** Its outcome: `given to “Farm 12”`. */
export function outcomeWords({ action, reason, label, otherLabel, receivedBy, receiverLabel }: FindingRow): string {
  if (action === 'reported' && reason !== null) return REASONS[reason] ?? 'left';
  if (receiverLabel !== null) return `given to ${toldApart(receiverLabel, receivedBy, [label, otherLabel])}`;
  return Object.hasOwn(ACTIONS, action) ? (ACTIONS[action] ?? action) : action.replaceAll('-', ' ');
}

/** The finding as a sentence without its full stop: `Overlap between “A” and “B”, 129.03 ha, given to “B”`. */
export function findingSentence(row: FindingRow, measures: Measures): string {
  return [`${capitalised(nounOf(row.kind))} ${concernedWords(row)}`, ...(row.areaM2 === null ? [] : [measures.area(row.areaM2)]), outcomeWords(row)].join(', ');
}

/**
 * The layers of a report to choose from: each with its dataset if that has another name, and with its file if several would be called the same.
 * Those of one file are named without the folders that all of them are in: a list on a phone shows the beginnings of names.
 */
export function layerChoices(sheets: readonly Pick<SheetAnswer, 'dataset' | 'file' | 'layer'>[]): string[] {
  const isOneFile = sheets.every(({ dataset, file }) => dataset === sheets[0].dataset && file === sheets[0].file);
  const words = isOneFile ? withoutShared(sheets.map(({ layer }) => layer)) : sheets.map(({ dataset, layer }) => (layer === dataset ? layer : `${dataset}: ${layer}`));
  return words.map((own, at) => (words.indexOf(own) === words.lastIndexOf(own) ? own : `${own} (${sheets[at].file})`));
}

/** Between the folders in the name of a layer of a KML. */
const BETWEEN_FOLDERS = ' / ';

/** Without the folders that all names begin with. */
function withoutShared(names: readonly string[]): string[] {
  const paths = names.map((name) => name.split(BETWEEN_FOLDERS));
  const folders = paths[0]?.slice(0, -1) ?? [];
  const differing = folders.findIndex((folder, at) => paths.some((path) => at >= path.length - 1 || path[at] !== folder));
  return paths.map((path) => path.slice(differing < 0 ? folders.length : differing).join(BETWEEN_FOLDERS));
}
