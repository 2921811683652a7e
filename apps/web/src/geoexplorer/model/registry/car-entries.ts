import { once } from '../../../ui/once.ts';
import { SAMPLE_BORDERS } from './sample-borders.ts';

/** An entry of the rural property registry. */
export interface CarEntry {
  readonly label: string;
  /** West, south, east and north of its sample polygon, in degrees. */
  readonly extent: readonly [number, number, number, number];
  /** The border of that polygon, closed, in degrees. */
  readonly border: readonly (readonly [longitude: number, latitude: number])[];
}

const PREFIX = 'CAR - ';

/** Specification, section 3: a sample list, until there is a registry to query. The places are those of the catalogue's sample layer. */
export const CAR_ENTRIES: readonly CarEntry[] = ['Fazenda Santa Clara', 'Sitio Boa Vista', 'Area Experimental Sul', 'Fazenda Primavera', 'Chacara Esperanca', 'Vale do Rio Verde'].map((name) => {
  const label = PREFIX + name;
  const border = SAMPLE_BORDERS[label] ?? [];
  const longitudes = border.map(([longitude]) => longitude);
  const latitudes = border.map(([, latitude]) => latitude);
  return { label, border, extent: [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)] };
});

/** The entries that contain the query, ignoring case and accents; none for a blank query. */
export function findCarEntries(query: string): readonly CarEntry[] {
  return query.trim() === '' ? [] : CAR_ENTRIES.filter(({ label }) => matchIn(label, query) !== null);
}

const segmenter = once(() => new Intl.Segmenter('pt-BR', { granularity: 'grapheme' }));

/** Where in a label the trimmed query occurs, as start and end; null if it does not. */
export function matchIn(label: string, query: string): readonly [start: number, end: number] | null {
  const wanted = fold(query.trim());
  const characters = [...segmenter().segment(label)].map(({ segment, index }) => ({ index, end: index + segment.length, folded: fold(segment) }));
  const start = characters.map(({ folded }) => folded).join('').indexOf(wanted);
  if (wanted === '' || start < 0) return null;
  // Folding may change the number of a character's code units.
  let length = 0;
  const reached = characters.map((character) => ({ ...character, length: (length += character.folded.length) }));
  const first = reached.find((character) => character.length > start);
  const last = reached.find((character) => character.length >= start + wanted.length);
  return first === undefined || last === undefined ? null : [first.index, last.end];
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The text for an entry in an address. */
export function writeLinkedCar({ label }: CarEntry): string {
  return label.slice(PREFIX.length);
}

/** The entry that an address names; null for any other text. */
export function readLinkedCar(text: string | null): CarEntry | null {
  return CAR_ENTRIES.find((entry) => writeLinkedCar(entry) === text) ?? null;
}
