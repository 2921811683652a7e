import { describe, expect, test } from 'vitest';
import { authalicFromGeographic, conformalFromGeographic, conformalFromRectifying, converted, geographicFromAuthalic, geographicFromConformal, rectifyingFromConformal, rectifyingFromGeographic, rectifyingRadius } from '../src/projections/latitudes.ts';

/** Six times as flat as the Earth, so that a wrong digit of any coefficient shows. */
const N = 0.01;
const E2 = (4 * N) / (1 + N) ** 2;
const E = Math.sqrt(E2);
/** The error of omitting the seventh power, or the fifth where a series ends earlier. */
const SIXTH = 2e-13;
const FOURTH = 2e-10;
const LATITUDES = [-1.5, -1.1, -0.4, 0, 0.2, 0.7, 0.9, 1.3, 1.55];

function conformal(latitude: number): number {
  return Math.atan(Math.sinh(Math.asinh(Math.tan(latitude)) - E * Math.atanh(E * Math.sin(latitude))));
}

function authalic(latitude: number): number {
  const area = (sine: number): number => sine / (1 - E2 * sine * sine) + Math.atanh(E * sine) / E;
  return Math.asin(area(Math.sin(latitude)) / area(1));
}

/** The distance along the meridian in semi-major axes, by Simpson's rule. */
function arc(latitude: number): number {
  const radius = (at: number): number => (1 - E2) / (1 - E2 * Math.sin(at) ** 2) ** 1.5;
  const steps = 2000;
  let sum = radius(0) + radius(latitude);
  for (let step = 1; step < steps; step++) sum += radius((latitude * step) / steps) * (step % 2 === 0 ? 2 : 4);
  return (sum * latitude) / steps / 3;
}

describe('latitudes computed by series', () => {
  test.for(LATITUDES)('%f agrees with the exact value', (latitude) => {
    const rectifying = arc(latitude) / rectifyingRadius(N);
    expect(Math.abs(converted(conformalFromGeographic(N), latitude) - conformal(latitude))).toBeLessThan(SIXTH);
    expect(Math.abs(converted(geographicFromConformal(N), conformal(latitude)) - latitude)).toBeLessThan(10 * SIXTH);
    expect(Math.abs(converted(rectifyingFromGeographic(N), latitude) - rectifying)).toBeLessThan(SIXTH);
    expect(Math.abs(converted(rectifyingFromConformal(N), conformal(latitude)) - rectifying)).toBeLessThan(10 * SIXTH);
    expect(Math.abs(converted(conformalFromRectifying(N), rectifying) - conformal(latitude))).toBeLessThan(SIXTH);
    expect(Math.abs(converted(authalicFromGeographic(N), latitude) - authalic(latitude))).toBeLessThan(FOURTH);
    expect(Math.abs(converted(geographicFromAuthalic(N), authalic(latitude)) - latitude)).toBeLessThan(5 * FOURTH);
  });
});
