import { numberIfAlike } from './labels.ts';

/** Units of distance and their wording. An entry of its own (`@geoinsights/contract/units`) that imports no library, for the command line. */
export const DISTANCE_UNITS = ['metre', 'foot', 'US survey foot', 'coordinate unit'] as const;
export type DistanceUnit = (typeof DISTANCE_UNITS)[number];

const METRES: readonly (readonly [unit: DistanceUnit, metres: number])[] = [
  ['metre', 1],
  ['foot', 0.3048],
  ['US survey foot', 1200 / 3937],
];
/** The two feet differ by two millionths. */
const SAME = 2e-7;

/** The name of a unit with this length in metres; `coordinate unit` for any other, and if the length is unknown. */
export function unitOfLength(metresPerUnit: number | null): DistanceUnit {
  if (metresPerUnit === null) return 'coordinate unit';
  return METRES.find(([, metres]) => Math.abs(metresPerUnit / metres - 1) < SAME)?.[0] ?? 'coordinate unit';
}

/** What is known of a layer's coordinates. */
export interface MeasuredSystem {
  readonly units?: string | undefined;
  readonly metres_per_unit?: number | null | undefined;
}

/**
 * The unit to write after a distance, in the singular or plural that the distance needs: `m`, `m on the ground` for degrees, `ft`, `US survey ft`,
 * `units of 5.029 m`, `units`, `unit`.
 */
export function unitWords(unit: string, { units, metres_per_unit: metres }: MeasuredSystem = {}, distance = 0): string {
  if (unit === 'metre') return units === 'geographic' ? 'm on the ground' : 'm';
  if (unit === 'foot') return 'ft';
  if (unit === 'US survey foot') return 'US survey ft';
  const noun = distance === 1 ? 'unit' : 'units';
  return typeof metres === 'number' ? `${noun} of ${Number(metres.toPrecision(4))} m` : noun;
}

/** The basis of derived tolerances, in their unit. */
export interface ToleranceEvidence {
  readonly sliver_width: number;
  readonly corridor_width: number | null;
  readonly coordinate_step: number;
  readonly edge_length: number;
}

/** Whether the layer has no borders of areas, for example because it has only points or lines: then a repair has nothing to measure. */
export function measuresNothing({ edge_length: edge }: ToleranceEvidence): boolean {
  return edge === 0;
}

/** Whether a tolerance is worth reporting: points have no borders, so none is derived for them. */
export function isReportedTolerance(distance: number, isAutomatic: boolean): boolean {
  return distance > 0 || !isAutomatic;
}

/** Explains tolerances that were derived from the data, in sentences. */
export function evidenceWords(evidence: ToleranceEvidence, unit: string, system?: MeasuredSystem): string {
  if (measuresNothing(evidence)) return 'There are no polygon borders to measure.';
  const { sliver_width: sliver, corridor_width: corridor, coordinate_step: step, edge_length: edge } = evidence;
  // The tolerances have already said where metres are on the ground.
  const length = (value: number) => `${short(value)} ${unitWords(unit, { metres_per_unit: system?.metres_per_unit }, rounded(value))}`;
  const sentences = [
    sliver > 0 ? `Borders that were drawn twice are up to ${length(sliver)} apart.` : 'No borders that were drawn twice were found.',
    corridor === null ? '' : `The narrowest strip of even width between two features (a road, a stream, or an overlap) is ${length(corridor)} wide; the snap distance stays below that.`,
    step > 0 ? `At least a quarter of the vertices are written in steps of ${length(step)}.` : '',
    edge > 0 ? `A quarter of the edges are shorter than ${length(edge)}, which limits both distances.` : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Explains tolerances that are larger than those the repair began with. */
export function begunWords({ snap_distance: snap, max_gap_width: gap }: { readonly snap_distance: number; readonly max_gap_width: number }, unit: string, system?: MeasuredSystem): string {
  const words = (value: number): string => `${short(value)} ${unitWords(unit, { metres_per_unit: system?.metres_per_unit }, rounded(value))}`;
  return `The repair began with snap distance ${words(snap)} and gap width ${words(gap)}; once the clear cases were repaired, the layer needed larger ones.`;
}

/** The narrow voids of a layer that stay open; distances in the unit of its tolerances, places in its coordinates. */
export interface OpenVoids {
  readonly count: number;
  readonly narrowest: number;
  readonly widest: number;
  /** Narrowest first. */
  readonly first: readonly { readonly at: readonly [number, number]; readonly features: readonly { readonly feature: number; readonly label: string }[] }[];
}

/** Says that narrow voids stay open, how wide they are and where the narrowest is: no fault by the tolerances, but perhaps for whoever knows the land. */
export function openVoidsWords({ count, narrowest, widest, first }: OpenVoids, unit: string, system: MeasuredSystem = {}): string {
  const width = narrowest === widest ? '' : `${short(narrowest)} to `;
  const wide = `${width}${short(widest)} ${unitWords(unit, { metres_per_unit: system.metres_per_unit }, widest)} wide`;
  if (count === 1) return `One narrow space between features stays open, ${wide}: wider than the gap width, or shaped like a road.${placeWords('It lies', first, system)}`;
  return `${inEnglish(count)} narrow spaces between features stay open, ${wide}: wider than the gap width, or shaped like roads.${placeWords('The narrowest lies', first, system)}`;
}

function placeWords(lies: string, places: OpenVoids['first'], { units }: MeasuredSystem): string {
  const decimals = units === 'geographic' ? 6 : 2;
  return places.slice(0, 1).map(({ at, features }) => ` ${lies} between ${listOf(toldApart(features), 'and')} at ${at.map((value) => inEnglish(value, decimals).replaceAll(',', '')).join(' ')}.`).join('');
}

function toldApart(features: readonly { readonly feature: number; readonly label: string }[]): string[] {
  const labels = features.map(({ label }) => label);
  return features.map(({ feature, label }) => `"${label}"${numberIfAlike(label, feature + 1, labels)}`);
}

function short(value: number): string {
  return inEnglish(rounded(value), 12);
}

function rounded(value: number): number {
  return Number(value.toPrecision(2));
}

/**
 * A number as `toLocaleString('en')` writes it, without that: its first call in a process takes 20 ms, as long as a small layer.
 * @param decimals the most that are written
 */
export function inEnglish(value: number, decimals = 3): string {
  if (!(Math.abs(value) < 1e21)) return value.toLocaleString('en');
  const [whole = '', fraction = ''] = value.toFixed(decimals).split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${digits === '' ? '' : `.${digits}`}`;
}

/** `a, b and c` */
export function listOf(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.slice(-1).join('')}`;
}

/** Square metres in a hectare. */
const HECTARE = 10_000;

/** An area in hectares or square metres if the length of the unit is known; else in square units. */
export function areaWords(area: number, unit: string, { metres_per_unit: given }: MeasuredSystem = {}): string {
  const metres = METRES.find(([name]) => name === unit)?.[1] ?? given;
  if (typeof metres === 'number') return landWords(area * metres ** 2);
  const shown = Number(area.toPrecision(4));
  return `${inEnglish(shown, 6)} ${unitWords(unit, {}, shown)}²`;
}

/** The unit of areas and distances of a land report, which takes a coordinate unit of unknown length for a metre: that one is called what it is. */
export function unitOfLand(unit: string, { metres_per_unit: metres }: MeasuredSystem): DistanceUnit {
  return unit === 'coordinate unit' && typeof metres !== 'number' ? 'coordinate unit' : 'metre';
}

/** An area of land, as every sentence about it has it: from a hectare on in hectares, to the hundredth; `5.79 ha`, `9,315 m²`. */
export function landWords(squareMetres: number): string {
  const hectares = Math.abs(squareMetres) / HECTARE;
  return hectares >= 1 ? `${inEnglish(squareMetres / HECTARE, 2)} ha` : `${squareMetreDigits(squareMetres)} m²`;
}

/** A length on the ground, such as that of a border's movement, with as many digits as are meaningful: `1,113 m`, `2.44 m`, `1.1 cm`, `6.8 mm`. */
export function lengthWords(metres: number): string {
  if (metres >= 1) return `${inEnglish(metres, metres >= 100 ? 0 : 2)} m`;
  return metres >= 0.01 ? `${inEnglish(metres * 100, 1)} cm` : `${inEnglish(Number((metres * 1000).toPrecision(3)), 12)} mm`;
}

/** With as many digits as are meaningful. */
export function squareMetreDigits(squareMetres: number): string {
  const size = Math.abs(squareMetres);
  if (size >= 100) return inEnglish(squareMetres, 0);
  return size >= 1 ? inEnglish(squareMetres, 1) : inEnglish(Number(squareMetres.toPrecision(3)), 12);
}

export interface LandTransfer {
  readonly feature: number;
  readonly label: string;
  readonly other: number;
  readonly other_label: string;
  readonly lost: number;
  readonly area: number;
}

/** Whether a repair was done, or only planned: nothing was changed, and the sentence says what a repair would do. */
export type RepairState = 'done' | 'planned';

/** `"Reserve" loses 134.8 ha of 139.24 ha, the largest part to "Lot 3"`: not "most of it", since with many others it may be a tenth. */
export function transferWords({ feature, label, other, other_label: otherLabel, lost, area }: LandTransfer, unit: string, system?: MeasuredSystem, state: RepairState = 'done'): string {
  const [loser, receiver] = toldApart([{ feature, label }, { feature: other, label: otherLabel }]);
  const share = lost < area ? ` of ${areaWords(area, unit, system)}` : '';
  return `${loser} ${state === 'planned' ? 'would lose' : 'loses'} ${areaWords(lost, unit, system)}${share}, the largest part to ${receiver}`;
}

/** The heading of a layer's transfers. @param count of all of them */
export function transfersHeading(count: number, state: RepairState = 'done'): string {
  return count === 1
    ? `Look at this first: one feature ${state === 'planned' ? 'would lose' : 'loses'} land to another, more than digitising explains.`
    : `Look at these first: ${inEnglish(count)} features ${state === 'planned' ? 'would lose' : 'lose'} land to others, more than digitising explains.`;
}

/** A reference system as the register names it, with its code; else as the file names it. */
export function systemWords({ name, system }: { readonly name: string; readonly system?: { readonly code: string; readonly name: string } | null | undefined }): string {
  if (system) return `${system.name} (${system.code})`;
  const byOgc = WGS84_OF_OGC.exec(name)?.[1];
  return byOgc === undefined ? name : `WGS 84 (OGC:${byOgc})`;
}

/** WGS 84 in the register of OGC, longitude first; EPSG has no number for it. */
const WGS84_OF_OGC = /^(?:urn:ogc:def:crs:OGC:[\d.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[\d.]+\/|OGC:)?(CRS84h?)$/;
