import { FINDING_WEIGHTS } from '@geoinsights/contract';
import type { BalanceEntry } from '@geoinsights/contract';
import { featuresAt } from '../../../map-drawing/hit.ts';
import { extentOf, layerAsItStands, projectLayer, sumOf } from '../../../map-drawing/projected-layer.ts';
import type { DatasetLayer, ProjectedLayer } from '../../../map-drawing/projected-layer.ts';
import { balanceView, digestOf } from './balance-view.ts';
import type { BalanceWish } from './balance-view.ts';
import { besideMarks, labelWithin } from './map-label.ts';
import type { BalanceRow, FindingRow, LabelAnswer, SheetAnswer, Side } from './messages.ts';
import type { ReadSheet } from './read-report.ts';
import type { FindingColumns } from './sheet.ts';
import { withTransferredLand } from './transferred-land.ts';
import { marksIn } from './view-marks.ts';
import type { Mark, MarkedView, ViewMarks } from './view-marks.ts';

export interface FindingWish {
  readonly weights: readonly string[];
  /** Null for all. */
  readonly kinds: readonly string[] | null;
  /** Part of a feature's name, or its position. */
  readonly search: string;
}

/** Only features at least this wide, in pixels, are labelled on the map. */
const NARROWEST_LABELLED = 48;
const MOST_LABELS = 250;
/** At most this many findings are considered at a clicked feature; the most serious one is taken. */
const MOST_HIT = 1000;

/** A layer of the report, ready to be listed and drawn. */
export class HeldSheet {
  readonly #sheet: ReadSheet;
  readonly #findings: FindingColumns;
  readonly #marks: ProjectedLayer;
  readonly #sides: Readonly<Record<Side, readonly ProjectedLayer[]>>;
  readonly #hasContext: boolean;
  /** The name of a feature in the visitor's own layer; empty if that is not available, or has its names from another field than the report. */
  readonly #ownName: (feature: number) => string;
  readonly #sorted: Int32Array;
  /** The listed findings, in order. */
  #listed: Int32Array;
  /** Each finding's position in the list, computed on first use. */
  #places: Int32Array | null = null;

  /** @param context the visitor's own layer, which the sheet then owns; null if it is not available. */
  constructor(sheet: ReadSheet, context: DatasetLayer | null) {
    const { read, isGeographic } = sheet;
    this.#sheet = sheet;
    this.#findings = read.findings;
    const name = (position: number) => this.labelOf(position);
    const nameChanged = (feature: number) => name(read.changed[feature] ?? 0);
    this.#marks = withTransferredLand(read.findings, read.marks.finish(isGeographic, () => ''));
    const whole = context === null ? null : isGeographic ? projectLayer(context) : layerAsItStands(context);
    this.#hasContext = whole !== null;
    // The report reads names from a field that the layer here does not: "placemark 9" beside them would seem to be the ninth of these names.
    const isNamedOtherwise = sheet.labelField !== null && context?.labelField !== sheet.labelField;
    this.#ownName = whole === null || isNamedOtherwise ? () => '' : (feature) => whole.source.label(feature);
    const after = read.after.finish(isGeographic, nameChanged);
    if (whole === null) this.#sides = { before: [read.before.finish(isGeographic, nameChanged)], after: [after] };
    else {
      const named = { ...whole, source: { ...whole.source, label: (feature: number) => read.labels.get(feature + 1) ?? this.#ownName(feature) } };
      this.#sides = { before: [named], after: [without(named, read.changed), after] };
    }
    this.#sorted = read.findings.sorted();
    this.#listed = this.#sorted;
  }

  get summary(): SheetAnswer {
    const { dataset, files, layer, features, isGeographic, metresPerUnit, read } = this.#sheet;
    const digest = digestOf(read.balance);
    const counts = (of: (finding: number) => string) => {
      const all = new Map<string, number>();
      for (let finding = 0; finding < this.#findings.count; finding += 1) all.set(of(finding), (all.get(of(finding)) ?? 0) + 1);
      return all;
    };
    const weights = counts((finding) => this.#findings.weight(finding));
    const { largest } = digest;
    return {
      dataset,
      file: files[0] ?? dataset,
      layer,
      features,
      isGeographic,
      metresPerUnit,
      extent: extentOf([...this.#sides.before, ...this.#sides.after, this.#marks]),
      vertices: { before: sumOf(this.#sides.before, 'vertices'), after: sumOf(this.#sides.after, 'vertices') },
      hasContext: this.#hasContext,
      changed: read.balance.length,
      changedDrawn: read.changed.length,
      findings: this.#findings.count,
      weights: FINDING_WEIGHTS.map((weight) => [weight, weights.get(weight) ?? 0]),
      kinds: [...counts((finding) => this.#findings.kind(finding))].sort(([, a], [, b]) => b - a),
      digest: {
        ...digest,
        emptied: [...digest.emptied],
        largest: largest === null ? null : { from: largest.from.label, of_m2: largest.from.area_before_m2, to: this.labelOf(largest.to), area_m2: largest.areaM2 },
      },
    };
  }

  layers(side: Side): readonly ProjectedLayer[] {
    return this.#sides[side];
  }

  /** @returns how many findings are now listed. */
  filter({ weights, kinds, search }: FindingWish): number {
    const wanted = search.trim().toLowerCase();
    const matches = (position: number) => position > 0 && (String(position) === wanted || this.labelOf(position).toLowerCase().includes(wanted));
    this.#listed = this.#sorted.filter(
      (finding) =>
        weights.includes(this.#findings.weight(finding)) &&
        (kinds === null || kinds.includes(this.#findings.kind(finding))) &&
        (wanted === '' || matches(this.#findings.position(finding)) || matches(this.#findings.other(finding))),
    );
    this.#places = null;
    return this.#listed.length;
  }

  rows(from: number, to: number): FindingRow[] {
    return Array.from(this.#listed.subarray(from, to), (finding) => this.row(finding));
  }

  /** @returns its zero-based position in the list; null if it is not listed. */
  placeOf(finding: number): number | null {
    if (this.#places === null) {
      this.#places = new Int32Array(this.#findings.count).fill(-1);
      for (const [place, listed] of this.#listed.entries()) this.#places[listed] = place;
    }
    const place = this.#places[finding] ?? -1;
    return place < 0 ? null : place;
  }

  row(finding: number): FindingRow {
    const { at, receivedBy, other, ...rest } = this.#findings.at(finding);
    const { boxes } = this.#marks;
    const box = finding * 4;
    const extent = [boxes[box] ?? NaN, boxes[box + 1] ?? NaN, boxes[box + 2] ?? NaN, boxes[box + 3] ?? NaN] as const;
    return {
      ...rest,
      label: this.labelOf(rest.position),
      other,
      otherLabel: other === null ? null : this.labelOf(other),
      receivedBy,
      receiverLabel: receivedBy === null ? null : this.labelOf(receivedBy),
      at: at === null ? null : [at[0], at[1]],
      extent: extent.some(Number.isNaN) ? null : [...extent],
    };
  }

  balance(wish: BalanceWish, from: number, to: number): { count: number; rows: BalanceRow[] } {
    const entries = balanceView(this.#sheet.read.balance, wish);
    return { count: entries.length, rows: entries.slice(from, to).map((entry) => this.#named(entry)) };
  }

  marks(view: MarkedView): ViewMarks {
    return marksIn(this.#findings, this.#marks, this.#listed, view);
  }

  /** The most serious listed finding at a place; null if there is none. */
  hit(x: number, y: number, tolerance: number): number | null {
    let best: { readonly finding: number; readonly place: number } | null = null;
    for (const finding of featuresAt(this.#marks, x, y, tolerance, MOST_HIT)) {
      const place = this.placeOf(finding);
      if (place !== null && (best === null || place < best.place)) best = { finding, place };
    }
    return best?.finding ?? null;
  }

  /** Labels for the features with a name that are wide enough, the largest first, at the centre of their extent, or beside a mark that is there. */
  labels({ extent: [left, bottom, right, top], resolution }: MarkedView, marks: readonly Mark[]): LabelAnswer[] {
    const found: (Omit<LabelAnswer, 'text'> & { readonly width: number; readonly height: number; readonly source: { label(feature: number): string } })[] = [];
    for (const layer of this.#sides.before) {
      for (let feature = 0; feature < layer.features; feature += 1) {
        const at = feature * 4;
        const [west, south, east, north] = [layer.boxes[at] ?? NaN, layer.boxes[at + 1] ?? NaN, layer.boxes[at + 2] ?? NaN, layer.boxes[at + 3] ?? NaN];
        const width = east - west;
        if (!(width >= NARROWEST_LABELLED * resolution)) continue;
        const [x, y] = [(west + east) / 2, (south + north) / 2];
        if (x >= left && x <= right && y >= bottom && y <= top) found.push({ x, y, feature, width, height: north - south, source: layer.source });
      }
    }
    const named = found
      .filter(({ source, feature }) => source.label(feature) !== '')
      .sort((a, b) => b.width - a.width)
      .slice(0, MOST_LABELS)
      .map(({ width, source, ...place }) => ({ ...place, text: labelWithin(source.label(place.feature), width / resolution) }));
    return besideMarks(named, marks, resolution).map(({ x, y, feature, text }) => ({ x, y, feature, text }));
  }

  /** The report names what it lists. Who only received land that it had claimed already is not listed. */
  labelOf(position: number): string {
    return this.#sheet.read.labels.get(position) ?? (this.#ownName(position - 1) || `feature ${position}`);
  }

  #named({ gave, received, ...entry }: BalanceEntry): BalanceRow {
    return {
      ...entry,
      gave: gave.map(({ to, area_m2 }) => ({ position: to, label: this.labelOf(to), area_m2 })),
      received: received.map(({ from, area_m2 }) => ({ position: from, label: this.labelOf(from), area_m2 })),
    };
  }
}

/** The same layer without the features at these positions. */
function without(layer: ProjectedLayer, positions: readonly number[]): ProjectedLayer {
  const boxes = layer.boxes.slice();
  for (const position of positions) boxes.fill(Number.NaN, (position - 1) * 4, position * 4);
  return { ...layer, boxes };
}
