import { FINDING_WEIGHTS } from '@geoinsights/contract';
import { isReportedTolerance, systemWords } from '@geoinsights/contract/units';
import type { ReportLanguage } from '../kinds.ts';
import type { ReportLayer } from '../report-file.ts';
import type { Block, Table } from './blocks.ts';
import { balanceTable, ownershipTable, ruledTable } from './land-tables.ts';
import { drawMap } from './map-drawing.ts';
import { labelsOf, Names } from './names.ts';
import { shownName } from './numbers.ts';
import type { LayerSummary } from './summary.ts';

const LONGEST_NAME = 120;
const MOST_PROBLEMS = 50;

/** The page of a layer: what needs attention first, then the map, the findings, and finally the whole balance. */
export function layerBlocks(summary: LayerSummary, { dataset, layer }: ReportLayer, language: ReportLanguage, isCheck: boolean): Block[] {
  const names = new Names(language, labelsOf(summary));
  const { words } = names;
  const balance = isCheck ? words.balanceOfCheck : words.balance;
  return [
    { kind: 'heading', text: words.layer(shownName(dataset.name, LONGEST_NAME), shownName(layer.name, LONGEST_NAME)) },
    factsOf(layer, names, isCheck),
    ...lookFirst(summary, layer, names),
    ...mapOf(summary, names, isCheck),
    ...totalsOf(layer, names, isCheck),
    ...(summary.ownershipCount === 0 ? empty(words.ownership, words.noOwnership) : [ownershipTable(summary, names), { kind: 'paragraph', text: words.ownershipNote } as const]),
    ...(summary.ruledCount === 0 ? [] : [ruledTable(summary, names)]),
    ...notDone(layer, names),
    ...(summary.balanceCount === 0 ? empty(balance, words.noBalance) : [balanceTable(summary, names, balance)]),
  ];
}

function empty(heading: string, text: string): Block[] {
  return [{ kind: 'subheading', text: heading }, { kind: 'paragraph', text }];
}

function factsOf(layer: ReportLayer['layer'], names: Names, isCheck: boolean): Table {
  const { words, numbers } = names;
  const { crs, tolerances, weights, open_voids: open } = layer;
  const unit = words.units[tolerances.unit];
  const counts = (all: Readonly<Record<string, number>>): string => listed(Object.entries(all).map(([each, count]) => `${names.kind(each)}: ${numbers.count(count)}`)) || words.nothing;
  const byWeight = FINDING_WEIGHTS.flatMap((weight) => (weights?.[weight] === undefined ? [] : [`${words.weightNames[weight]}: ${numbers.count(weights[weight])}`]));
  const rows = [
    [words.system, shownName(systemWords(crs), LONGEST_NAME)],
    [words.areas, crs.units === 'geographic' ? words.areasOnEllipsoid : words.areasInPlane],
    [words.features, numbers.count(layer.features)],
    ...(isCheck ? [] : [[words.changed, words.changedOf(numbers.count(layer.changed_features), numbers.count(layer.emptied_features))]]),
    ...([[words.snapDistance, tolerances.snap_distance, tolerances.snap_distance_auto], [words.gapWidth, tolerances.max_gap_width, tolerances.max_gap_width_auto]] as const)
      .filter(([, distance, isAuto]) => isReportedTolerance(distance, isAuto))
      .map(([title, distance, isAuto]) => [title, words.tolerance(numbers.distance(distance), unit, isAuto)]),
    [words.found, counts(layer.found)],
    ...(isCheck ? [] : [[words.remaining, counts(layer.remaining)]]),
    ...(open === undefined ? [] : [[words.openVoids, words.openVoidsOf(numbers.count(open.count), numbers.distance(open.narrowest), numbers.distance(open.widest), unit)]]),
    ...(byWeight.length === 0 ? [] : [[words.weights, listed(byWeight)]]),
  ];
  const [what, value] = words.factColumns;
  return { kind: 'table', caption: words.facts, columns: [{ heading: what, share: 0.26 }, { heading: value, share: 0.74 }], rows, more: null };
}

function listed(parts: readonly string[]): string {
  return parts.join('; ');
}

/** Features that lost more land than digitising explains, and those that ended up without any. */
function lookFirst({ emptied, emptiedCount }: LayerSummary, { transfers, losing_features: losing, tolerances, crs }: ReportLayer['layer'], names: Names): Block[] {
  const { words, numbers } = names;
  // Their areas are in square units of the tolerances.
  const squareMetres = tolerances.unit === 'metre' ? 1 : (crs.metres_per_unit ?? 1) ** 2;
  const items = [
    ...transfers.map(({ feature, label, other, other_label: otherLabel, lost, area }) =>
      words.lost(names.withNumber(label, feature + 1), numbers.area(lost * squareMetres), numbers.area(area * squareMetres), names.withNumber(otherLabel, other + 1)),
    ),
    ...(losing > transfers.length ? [words.losing(numbers.count(losing))] : []),
    ...emptied.map((entry) => words.emptied(names.withNumber(entry.label, entry.position), names.whyEmpty(entry))),
    ...(emptiedCount > emptied.length ? [words.more(numbers.count(emptiedCount - emptied.length))] : []),
  ];
  return items.length === 0 ? [] : [{ kind: 'subheading', text: words.lookFirst }, { kind: 'list', items }];
}

function mapOf({ shapes }: LayerSummary, names: Names, isCheck: boolean): Block[] {
  const { words, numbers } = names;
  const drawing = drawMap(shapes, (label, position) => names.short(label, position));
  if (drawing === null) return [];
  const changed = shapes.shapes.filter(({ kind }) => kind === 'after').length;
  const { north, before, after, land, place, row } = words;
  const description = words.mapDescription(numbers.count(changed), numbers.count(drawing.marks.length));
  return [
    { kind: 'map', drawing, words: { title: words.map(isCheck), description, north, before, after, land, place, row } },
    { kind: 'paragraph', text: shapes.leftOut > 0 ? `${words.onlyChanged} ${words.mapLeftOut(numbers.count(shapes.leftOut))}` : words.onlyChanged },
  ];
}

/** A sum that can be checked with a pencil: the first five rows lead from the areas before to those after. */
function totalsOf({ balance_totals: totals }: ReportLayer['layer'], { words, numbers }: Names, isCheck: boolean): Block[] {
  if (totals === undefined || totals.features === 0) return [];
  const { area_before_m2: before, area_after_m2: after, from_nobody_m2: fromNobody, to_nobody_m2: toNobody, changed_hands_m2: changedHands } = totals;
  // Lines have no area to add up.
  if ([before, after, fromNobody, toNobody, changedHands].every((area) => area === 0)) return [];
  const values = [before, before + fromNobody - toNobody - after, fromNobody, toNobody, after, changedHands];
  const [what, squareMetres, hectares] = words.totalColumns;
  return [
    {
      kind: 'table',
      caption: isCheck ? words.totalsOfCheck : words.totals,
      columns: [{ heading: what, share: 0.56 }, { heading: squareMetres, share: 0.24, isNumber: true }, { heading: hectares, share: 0.2, isNumber: true }],
      rows: values.map((area, index) => [words.totalNames[index], numbers.fixed(area, 2), numbers.hectares(area)]),
      more: null,
    },
  ];
}

function notDone({ decisions }: ReportLayer['layer'], { words, numbers }: Names): Block[] {
  if (decisions === undefined || decisions.not_done === 0) return [];
  const items = decisions.problems.slice(0, MOST_PROBLEMS).map(({ decision, outcome }) => `${words.decision(numbers.count(decision))}: ${outcome === 'met-nothing' ? words.metNothing : words.impossible}.`);
  const others = decisions.not_done - items.length;
  return [{ kind: 'subheading', text: words.notDone }, { kind: 'list', items: [...items, ...(others > 0 ? [words.andOthers(others)] : [])] }];
}
