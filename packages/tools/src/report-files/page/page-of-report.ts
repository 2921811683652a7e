import { FINDING_WEIGHTS, type BalanceEntry, type ReportedFinding } from '@geoinsights/contract';
import { systemWords } from '@geoinsights/contract/units';
import type { ReportLanguage } from '../kinds.ts';
import type { ReportFile, ReportLayer } from '../report-file.ts';
import type { Block, Page, Table } from './blocks.ts';
import { balanceTable, ownershipTable } from './land-tables.ts';
import { drawMap } from './map-drawing.ts';
import { Numbers, shownName } from './numbers.ts';
import { summariesOf, type LayerSummary } from './summary.ts';
import { wordsOf, type Words } from './words.ts';

/** Of a name that stands by itself; in tables they are shorter. */
const LONGEST_NAME = 120;
const LONGEST_NOTE = 500;
const MOST_FILES = 50;

/** What a report says, for a person who has to answer for it. */
export async function pageOf(file: ReportFile, language: ReportLanguage, date: Date): Promise<Page> {
  const words = wordsOf(language);
  const numbers = new Numbers(language);
  const summaries = await summariesOf(file);
  const { report } = file;
  const isCheck = report.results === undefined || report.results.length === 0;
  const left = file.layers.length - summaries.length;
  const blocks: Block[] = [
    { kind: 'title', text: words.title },
    { kind: 'paragraph', text: `${words.lead(isCheck)} ${words.made(numbers.moment(date))}` },
    { kind: 'heading', text: words.files },
    ...filesOf(file, words, numbers),
    ...notesOf(file, words),
    { kind: 'heading', text: words.rules },
    { kind: 'list', items: words.ruleSentences },
    ...summaries.flatMap((summary) => layerBlocks(summary, file.layers[summary.layer], words, numbers)),
    ...(left > 0 ? [{ kind: 'paragraph', text: words.moreLayers(numbers.count(left)) } as const] : []),
    { kind: 'heading', text: words.signature },
    { kind: 'paragraph', text: words.signatureText },
    { kind: 'signature', place: words.signaturePlace, date: words.signatureDate, name: words.signatureName },
  ];
  return { language: language === 'pt' ? 'pt-BR' : 'en', title: words.title, blocks, pageOf: words.pageOf };
}

function filesOf({ report }: ReportFile, words: Words, numbers: Numbers): Block[] {
  const digests = [...(report.inputs ?? []).map((file) => ({ ...file, role: words.input })), ...(report.results ?? []).map((file) => ({ ...file, role: words.result }))];
  const [role, name, bytes, sha256] = words.fileColumns;
  const table: Table = {
    kind: 'table',
    caption: words.filesCaption,
    columns: [
      { heading: role, share: 0.12 },
      { heading: name, share: 0.32 },
      { heading: bytes, share: 0.14, isNumber: true },
      { heading: sha256, share: 0.42, isCode: true },
    ],
    rows: digests.slice(0, MOST_FILES).map((file) => [file.role, shownName(file.name, LONGEST_NAME), numbers.count(file.bytes), file.sha256]),
    more: digests.length > MOST_FILES ? words.andOthers(digests.length - MOST_FILES) : null,
  };
  const failed = report.failures.slice(0, MOST_FILES).map(({ files, problem }) => `${shownName(files.join(', '), LONGEST_NAME)} (${shownName(problem.detail, 2 * LONGEST_NAME)})`);
  return [
    digests.length === 0 ? { kind: 'paragraph', text: `${words.noDigests} ${report.datasets.flatMap(({ files }) => files).slice(0, MOST_FILES).map((each) => shownName(each, LONGEST_NAME)).join(', ')}` } : table,
    ...(failed.length === 0 ? [] : [{ kind: 'paragraph', text: words.failures(failed.join('; ')), isNotice: true } as const]),
  ];
}

function notesOf({ report }: ReportFile, words: Words): Block[] {
  const notes = [...report.notes, ...report.datasets.flatMap((dataset) => dataset.notes)].slice(0, MOST_FILES);
  return notes.length === 0 ? [] : [{ kind: 'heading', text: words.notes }, { kind: 'list', items: notes.map(({ text }) => shownName(text, LONGEST_NOTE)) }];
}

function layerBlocks(summary: LayerSummary, { dataset, layer }: ReportLayer, words: Words, numbers: Numbers): Block[] {
  const drawing = drawMap(summary.shapes);
  const labels = labelsOf(summary);
  const changed = summary.shapes.shapes.filter(({ kind }) => kind === 'after').length;
  return [
    { kind: 'heading', text: words.layer(shownName(dataset.name, LONGEST_NAME), shownName(layer.name, LONGEST_NAME)) },
    factsOf(layer, words, numbers),
    ...(drawing === null
      ? []
      : [
          {
            kind: 'map',
            drawing,
            words: { title: words.map, description: words.mapDescription(numbers.count(changed), numbers.count(drawing.marks.length)), north: words.north, before: words.before, after: words.after, land: words.land, place: words.place },
          } as const,
        ]),
    ...(summary.shapes.leftOut > 0 ? [{ kind: 'paragraph', text: words.mapLeftOut(numbers.count(summary.shapes.leftOut)) } as const] : []),
    ...(summary.balanceCount === 0 ? [{ kind: 'subheading', text: words.balance } as const, { kind: 'paragraph', text: words.noBalance } as const] : [balanceTable(summary, labels, words, numbers)]),
    ...totalsOf(layer, words, numbers),
    ...(summary.ownershipCount === 0 ? [{ kind: 'subheading', text: words.ownership } as const, { kind: 'paragraph', text: words.noOwnership } as const] : [ownershipTable(summary, labels, words, numbers)]),
  ];
}

function factsOf(layer: ReportLayer['layer'], words: Words, numbers: Numbers): Table {
  const { crs, tolerances, weights } = layer;
  const unit = words.units[tolerances.unit];
  const byWeight = FINDING_WEIGHTS.flatMap((weight) => (weights?.[weight] === undefined ? [] : [`${words.weightNames[weight]} ${numbers.count(weights[weight])}`]));
  const rows = [
    [words.system, shownName(systemWords(crs), LONGEST_NAME)],
    [words.features, numbers.count(layer.features)],
    [words.changed, words.changedOf(numbers.count(layer.changed_features), numbers.count(layer.emptied_features))],
    [words.snapDistance, words.tolerance(numbers.distance(tolerances.snap_distance), unit, tolerances.snap_distance_auto)],
    [words.gapWidth, words.tolerance(numbers.distance(tolerances.max_gap_width), unit, tolerances.max_gap_width_auto)],
    [words.found, countsOf(layer.found, words, numbers)],
    [words.remaining, countsOf(layer.remaining, words, numbers)],
    ...(byWeight.length === 0 ? [] : [[words.weights, byWeight.join(', ')]]),
  ];
  const [what, value] = words.factColumns;
  return { kind: 'table', caption: words.facts, columns: [{ heading: what, share: 0.26 }, { heading: value, share: 0.74 }], rows, more: null };
}

function countsOf(counts: Readonly<Record<string, number>>, words: Words, numbers: Numbers): string {
  const parts = Object.entries(counts).map(([kind, count]) => `${words.kinds[kind] ?? kind} ${numbers.count(count)}`);
  return parts.length === 0 ? words.nothing : parts.join(', ');
}

function totalsOf({ balance_totals: totals }: ReportLayer['layer'], words: Words, numbers: Numbers): Block[] {
  if (totals === undefined) return [];
  const values = [totals.area_before_m2, totals.area_after_m2, totals.changed_hands_m2, totals.to_nobody_m2, totals.from_nobody_m2];
  const [what, value] = words.factColumns;
  return [{ kind: 'table', caption: words.totals, columns: [{ heading: what, share: 0.5 }, { heading: value, share: 0.5, isNumber: true }], rows: values.map((area, index) => [words.totalNames[index], numbers.area(area)]), more: null }];
}

/** What features are called that others name by their position, as far as the page names them itself. */
function labelsOf({ balance, ownership }: LayerSummary): ReadonlyMap<number, string> {
  const labels = new Map<number, string>();
  const add = (position: number | null | undefined, label: string | null): void => {
    if (typeof position === 'number' && label !== null) labels.set(position, label);
  };
  for (const { position, other_position: other, label, other_label: otherLabel } of ownership satisfies readonly ReportedFinding[]) {
    add(position, label);
    add(other, otherLabel);
  }
  for (const { position, label } of balance satisfies readonly BalanceEntry[]) add(position, label);
  return labels;
}
