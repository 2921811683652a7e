/**
 * The auxiliary latitudes of an ellipsoid: each differs from the geographic one by a sum of sines of its multiples, whose coefficients
 * are polynomials in the third flattening (Krüger 1912; Karney, "On auxiliary latitudes", 2024). Up to the sixth power, the error
 * is less than a nanometre on the Earth.
 */
export type SineSeries = readonly [number, number, number, number, number, number];

export const NO_SERIES: SineSeries = [0, 0, 0, 0, 0, 0];

/** Coefficient k of a series is a polynomial that begins with the power k. */
function seriesOf(n: number, rows: readonly (readonly number[])[]): SineSeries {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = rows.map((row, index) => n ** (index + 1) * row.reduceRight((sum, coefficient) => sum * n + coefficient, 0));
  return [a, b, c, d, e, f];
}

/** From the geographic latitude to the conformal one. */
export function conformalFromGeographic(n: number): SineSeries {
  return seriesOf(n, [
    [-2, 2 / 3, 4 / 3, -82 / 45, 32 / 45, 4642 / 4725],
    [5 / 3, -16 / 15, -13 / 9, 904 / 315, -1522 / 945],
    [-26 / 15, 34 / 21, 8 / 5, -12686 / 2835],
    [1237 / 630, -12 / 5, -24832 / 14175],
    [-734 / 315, 109598 / 31185],
    [444337 / 155925],
  ]);
}

export function geographicFromConformal(n: number): SineSeries {
  return seriesOf(n, [
    [2, -2 / 3, -2, 116 / 45, 26 / 45, -2854 / 675],
    [7 / 3, -8 / 5, -227 / 45, 2704 / 315, 2323 / 945],
    [56 / 15, -136 / 35, -1262 / 105, 73814 / 2835],
    [4279 / 630, -332 / 35, -399572 / 14175],
    [4174 / 315, -144838 / 6237],
    [601676 / 22275],
  ]);
}

/** From the conformal latitude to the rectifying one; with complex numbers it is the transverse Mercator projection. */
export function rectifyingFromConformal(n: number): SineSeries {
  return seriesOf(n, [
    [1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800],
    [13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1983433 / 1935360],
    [61 / 240, -103 / 140, 15061 / 26880, 167603 / 181440],
    [49561 / 161280, -179 / 168, 6601661 / 7257600],
    [34729 / 80640, -3418889 / 1995840],
    [212378941 / 319334400],
  ]);
}

export function conformalFromRectifying(n: number): SineSeries {
  return seriesOf(n, [
    [-1 / 2, 2 / 3, -37 / 96, 1 / 360, 81 / 512, -96199 / 604800],
    [-1 / 48, -1 / 15, 437 / 1440, -46 / 105, 1118711 / 3870720],
    [-17 / 480, 37 / 840, 209 / 4480, -5569 / 90720],
    [-4397 / 161280, 11 / 504, 830251 / 7257600],
    [-4583 / 161280, 108847 / 3991680],
    [-20648693 / 638668800],
  ]);
}

/** From the geographic latitude to the rectifying one, which is proportional to the distance along a meridian. */
export function rectifyingFromGeographic(n: number): SineSeries {
  return seriesOf(n, [
    [-3 / 2, 0, 9 / 16, 0, -3 / 32],
    [15 / 16, 0, -15 / 32, 0, 135 / 2048],
    [-35 / 48, 0, 105 / 256],
    [315 / 512, 0, -189 / 512],
    [-693 / 1280],
    [1001 / 2048],
  ]);
}

/**
 * From the authalic latitude, whose zones have the area of those of a sphere, to the geographic one. Up to the fourth power: accurate to a
 * tenth of a micrometre.
 */
export function geographicFromAuthalic(n: number): SineSeries {
  return seriesOf(n, [
    [4 / 3, 4 / 45, -16 / 35, -2582 / 14175],
    [46 / 45, 152 / 945, -11966 / 14175],
    [3044 / 2835, 3802 / 14175],
    [6059 / 4725],
  ]);
}

export function authalicFromGeographic(n: number): SineSeries {
  return seriesOf(n, [
    [-4 / 3, -4 / 45, 88 / 315, 538 / 4725],
    [34 / 45, 8 / 105, -2482 / 14175],
    [-1532 / 2835, -898 / 14175],
    [6007 / 14175],
  ]);
}

/** The radius of the circle that is as long as a meridian, in units of the semi-major axis. */
export function rectifyingRadius(n: number): number {
  const square = n * n;
  return (1 + square * (1 / 4 + square * (1 / 64 + square / 256))) / (1 + n);
}

/** The sum of a series, by Clenshaw's algorithm. @param sine and @param cosine of twice the latitude */
export function sumOfSines(series: SineSeries, sine: number, cosine: number): number {
  const [a, b, c, d, e, f] = series;
  const twice = 2 * cosine;
  const e1 = twice * f + e;
  const d1 = twice * e1 - f + d;
  const c1 = twice * d1 - e1 + c;
  const b1 = twice * c1 - d1 + b;
  return sine * (twice * b1 - c1 + a);
}

/** The latitude plus the value of a series. */
export function converted(series: SineSeries, latitude: number): number {
  return latitude + sumOfSines(series, Math.sin(2 * latitude), Math.cos(2 * latitude));
}

/** Sine and cosine of the small difference of two latitudes (0.004 at most), to the last digit. */
export function sineOfSmall(angle: number): number {
  const square = angle * angle;
  return angle * (1 - (square / 6) * (1 - square / 20));
}

export function cosineOfSmall(angle: number): number {
  const square = angle * angle;
  return 1 - (square / 2) * (1 - square / 12);
}
