/** In degrees; about 5.4 km. */
const CELL = 0.05;
const WEST = -49.3;
const SOUTH = -16.7;

/** Pseudo-random numbers from 0 to 1, the same each time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Place = [number, number];

/**
 * 200 parcels as GeoJSON, with ragged borders and two copies, as if digitised by several people: a tenth of the sides is redrawn within a
 * metre, the parcel "Gleba 77" reaches far into its neighbours, and "Gleba 30" crosses itself.
 */
export function dirtyParcels(): string {
  const random = numbersFrom(7);
  const columns = 20;
  const rows = 10;
  const round = (value: number) => Math.round(value * 1e8) / 1e8;
  const nodes = Array.from({ length: (columns + 1) * (rows + 1) }, (_, node): Place => [
    round(WEST + ((node % (columns + 1)) + (random() - 0.5) * 0.3) * CELL),
    round(SOUTH + (Math.floor(node / (columns + 1)) + (random() - 0.5) * 0.3) * CELL),
  ]);
  const sides = new Map<string, Place[]>();
  const sideBetween = (from: number, to: number): Place[] => {
    const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
    const known = sides.get(key) ?? raggedLine(nodes[Math.min(from, to)] ?? [0, 0], nodes[Math.max(from, to)] ?? [0, 0]);
    sides.set(key, known);
    return from < to ? known : known.toReversed();
  };
  const raggedLine = (from: Place, to: Place): Place[] => {
    let line = [from, to];
    for (let times = 0; times < 3; times += 1) {
      line = line.flatMap((place, at): Place[] => {
        const next = line.at(at + 1);
        if (at === line.length - 1 || next === undefined) return [place];
        const bend = (random() - 0.5) * 0.2;
        return [place, [round((place[0] + next[0]) / 2 - (next[1] - place[1]) * bend), round((place[1] + next[1]) / 2 + (next[0] - place[0]) * bend)]];
      });
    }
    return line;
  };
  const rings = Array.from({ length: columns * rows }, (_, parcel) => {
    const corner = Math.floor(parcel / columns) * (columns + 1) + (parcel % columns);
    const corners = [corner, corner + 1, corner + columns + 2, corner + columns + 1, corner];
    return corners.slice(1).flatMap((to, at) => {
      const side = sideBetween(corners[at] ?? 0, to).slice(0, -1);
      const isDrawnAnew = random() < 0.1;
      return side.map((place, step): Place => (isDrawnAnew && step > 0 ? [round(place[0] + (random() - 0.5) * 1e-5), round(place[1] + (random() - 0.5) * 1e-5)] : place));
    });
  });
  const far = rings[76] ?? [];
  const middle: Place = [far.reduce((sum, [x]) => sum + x, 0) / far.length, far.reduce((sum, [, y]) => sum + y, 0) / far.length];
  rings[76] = far.map(([x, y], at) => (at >= 8 && at < 16 ? [round(x + (x - middle[0]) * 0.15), round(y + (y - middle[1]) * 0.15)] : [x, y]));
  const crossing = rings[29] ?? [];
  [crossing[3], crossing[5]] = [crossing[5] ?? [0, 0], crossing[3] ?? [0, 0]];
  const features = rings.map((ring, parcel) => featureOf(`Gleba ${parcel + 1}`, ring));
  return JSON.stringify({ type: 'FeatureCollection', features: [...features, featureOf('Gleba 12 bis', rings[11] ?? []), featureOf('Gleba 150 bis', rings[149] ?? [])] });
}

function featureOf(name: string, ring: readonly Place[]) {
  return { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
}
