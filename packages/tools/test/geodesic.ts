/** Distances on the ellipsoid of WGS 84 by Vincenty's formula, independent of the tools' own calculations. */
const A = 6_378_137;
const F = 1 / 298.257_223_563;
const B = A * (1 - F);
const RADIANS = Math.PI / 180;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Of the length of an edge: short beside what is measured, long beside the rounding of a distance. */
const STEP = 1e-8;

export type Position = readonly [longitude: number, latitude: number];

/** Metres between two positions that are not antipodal. */
export function geodesicDistance([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const l = (lon2 - lon1) * RADIANS;
  const u1 = Math.atan((1 - F) * Math.tan(lat1 * RADIANS));
  const u2 = Math.atan((1 - F) * Math.tan(lat2 * RADIANS));
  const [sin1, cos1, sin2, cos2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  let lambda = l;
  for (let round = 0; round < 50; round++) {
    const sinSigma = Math.hypot(cos2 * Math.sin(lambda), cos1 * sin2 - sin1 * cos2 * Math.cos(lambda));
    if (sinSigma === 0) return 0;
    const cosSigma = sin1 * sin2 + cos1 * cos2 * Math.cos(lambda);
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cos1 * cos2 * Math.sin(lambda)) / sinSigma;
    const cosSquareAlpha = 1 - sinAlpha ** 2;
    const cos2m = cosSquareAlpha === 0 ? 0 : cosSigma - (2 * sin1 * sin2) / cosSquareAlpha;
    const c = (F / 16) * cosSquareAlpha * (4 + F * (4 - 3 * cosSquareAlpha));
    const next = l + (1 - c) * F * sinAlpha * (sigma + c * sinSigma * (cos2m + c * cosSigma * (-1 + 2 * cos2m ** 2)));
    if (Math.abs(next - lambda) < 1e-13) {
      const uSquare = (cosSquareAlpha * (A ** 2 - B ** 2)) / B ** 2;
      const a = 1 + (uSquare / 16_384) * (4096 + uSquare * (-768 + uSquare * (320 - 175 * uSquare)));
      const b = (uSquare / 1024) * (256 + uSquare * (-128 + uSquare * (74 - 47 * uSquare)));
      const delta = b * sinSigma * (cos2m + (b / 4) * (cosSigma * (-1 + 2 * cos2m ** 2) - (b / 6) * cos2m * (-3 + 4 * sinSigma ** 2) * (-3 + 4 * cos2m ** 2)));
      return B * a * (sigma - delta);
    }
    lambda = next;
  }
  throw new Error('no distance found');
}

/** Metres from a position to a chain whose edges are straight in degrees. */
export function distanceToChain(place: Position, chain: readonly Position[]): number {
  if (chain.length === 1) return geodesicDistance(place, chain[0]);
  const width = Math.cos(place[1] * RADIANS);
  const squares = chain.slice(1).map((end, edge) => {
    const [x1, y1, x2, y2] = [(chain[edge][0] - place[0]) * width, chain[edge][1] - place[1], (end[0] - place[0]) * width, end[1] - place[1]];
    const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / square));
    return { edge, near: (x1 + along * (x2 - x1)) ** 2 + (y1 + along * (y2 - y1)) ** 2 };
  });
  const least = Math.min(...squares.map(({ near }) => near));
  // The plane used to look for the nearest edge is off by some per cent at a distance.
  const candidates = squares.filter(({ near }) => near <= least * 1.1 + 1e-16).sort((one, other) => one.near - other.near).slice(0, 12);
  return Math.min(...candidates.map(({ edge }) => distanceToEdge(place, chain[edge], chain[edge + 1])));
}

/**
 * The distance to the nearest position on an edge. Along an edge distances fall and then rise: where they rise at once, its start is nearest, where they still fall at the
 * end, its end, and otherwise the place between is found by division at the golden ratio, which asks for one more distance each time.
 */
function distanceToEdge(place: Position, from: Position, to: Position): number {
  const at = (along: number): number => geodesicDistance(place, [from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])]);
  const [start, end] = [at(0), at(1)];
  if (at(STEP) >= start) return start;
  if (at(1 - STEP) >= end) return end;
  let [low, high] = [0, 1];
  let [left, right] = [high - GOLDEN, low + GOLDEN];
  let [atLeft, atRight] = [at(left), at(right)];
  while (high - low > 1e-10) {
    if (atLeft < atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = at(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = at(right);
    }
  }
  return Math.min(start, end, atLeft, atRight);
}
