import { describe, expect, it } from 'vitest';
import { FINDING_KINDS, repairNow } from '../src/index.ts';
import { findTransfers } from '../src/transfers.ts';
import { box, layerOf, polygon } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

const OPTIONS = { ...PLANAR, snapDistance: 0.5, maxGapWidth: 1 } as const;

interface ReportedTransfer {
  readonly feature: number;
  readonly other: number;
  readonly area: number;
}

function transfersOf(shapes: Shape[], options: Parameters<typeof repairNow>[1] = OPTIONS): ReportedTransfer[] {
  const { findings } = repairNow(layerOf(shapes), options);
  return Array.from(findings.kind).flatMap((kind, i) => (FINDING_KINDS[kind] === 'transfer' ? [{ feature: findings.feature[i], other: findings.other[i], area: findings.measure[i] }] : []));
}

describe('land that changes hands', () => {
  it('is reported where a reserve is drawn over parcels: for the reserve, and for a parcel that it takes from', () => {
    const parcels = Array.from({ length: 25 }, (_, i) => polygon(box(300 * Math.floor(i / 5), 300 * (i % 5), 300 * Math.floor(i / 5) + 300, 300 * (i % 5) + 300)));
    const transfers = transfersOf([...parcels, polygon(box(160, 160, 1340, 1340))]);
    const reserve = transfers.find(({ feature }) => feature === 25);
    expect(reserve?.area).toBeGreaterThan(1_300_000);
    // What it keeps is land of parcels: they are named, too.
    expect(transfers.length).toBeGreaterThan(1);
    expect(transfers.every(({ feature, other }) => feature === 25 || other === 25)).toBe(true);
  });

  it('is reported for the loser alone, with the area and the receiver', () => {
    expect(transfersOf([polygon(box(0, 0, 100, 100)), polygon(box(80, 0, 200, 100))])).toEqual([{ feature: 0, other: 1, area: 2000 }]);
  });

  it.each([
    ['a strip as wide as both sides may be matched', box(99.2, 0, 200, 100)],
    ['a strip of half a hundredth of the parcel', box(99.5, 0, 200, 100)],
  ])('is not reported where %s overlaps', (_, east) => {
    expect(transfersOf([polygon(box(0, 0, 100, 100)), polygon(east)], { ...OPTIONS, snapDistance: 0 })).toEqual([]);
  });

  it('is reported for a road over parcels that loses most of its land, whatever the gap width', () => {
    const parcels = [polygon(box(0, 0, 100, 300)), polygon(box(100, 0, 200, 300)), polygon(box(200, 0, 300, 300))];
    const road = polygon(box(-10, 100, 310, 112));
    expect(transfersOf([...parcels, road], { ...OPTIONS, maxGapWidth: 50 })).toEqual([{ feature: 3, other: 0, area: 3600 }]);
    // A strip hardly wider than the snap distance may be nothing but two lines for one border.
    expect(transfersOf([...parcels, polygon(box(-10, 100, 310, 101))], { ...OPTIONS, snapDistance: 2, maxGapWidth: 50 })).toEqual([]);
  });

  it('is not reported where a lot is cut out of the farm around it, unless the farm loses a quarter of its land', () => {
    const farm = polygon(box(0, 0, 100, 100));
    expect(transfersOf([farm, polygon(box(40, 40, 60, 60))])).toEqual([]);
    expect(transfersOf([farm, polygon(box(20, 20, 80, 80))])).toEqual([{ feature: 0, other: 1, area: 3600 }]);
  });

  it('counts land once that several features take from one: a reserve and a strip of protection across it, in one farm', () => {
    const [farm, reserve, strip] = [polygon(box(0, 0, 100, 100)), polygon(box(20, 20, 80, 80)), polygon(box(0, 45, 100, 55))];
    expect(transfersOf([farm, reserve, strip])).toContainEqual({ feature: 0, other: 1, area: 4000 });
  });

  it('is at least what one other feature takes, even if closed gaps give the loser more', () => {
    const before = layerOf([polygon(box(0, 0, 100, 100)), polygon(box(80, 0, 200, 100))]);
    const { findings, tolerances } = repairNow(before, OPTIONS);
    const after = layerOf([polygon(box(0, -30, 80, 100)), polygon(box(80, 0, 200, 100))]);
    expect(findTransfers(before, (at) => ({ layer: after, at }), findings, tolerances, PLANAR.units)).toMatchObject([{ feature: 0, other: 1, area: 2000 }]);
  });

  it('is not reported for a copy that is emptied, nor where overlaps are kept', () => {
    const farm = polygon(box(0, 0, 100, 100));
    expect(transfersOf([farm, farm])).toEqual([]);
    expect(transfersOf([farm, polygon(box(50, 0, 150, 100))], { ...OPTIONS, overlaps: 'keep' })).toEqual([]);
  });

  it('is reported for dense overlap, although not every face of it is', () => {
    const swaths = Array.from({ length: 40 }, (_, i) => polygon(box(2 * i, 0, 2 * i + 100, 40)));
    const transfers = transfersOf(swaths);
    expect(transfers.length).toBeGreaterThan(20);
    expect(Math.max(...transfers.map(({ area }) => area))).toBeGreaterThan(3000);
  });
});
