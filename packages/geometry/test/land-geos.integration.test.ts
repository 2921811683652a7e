import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../testing/shared-data.ts';
import { FINDING_KINDS, landOfRepair, repair } from '../src/index.ts';
import { OVERLAP_KINDS } from '../src/layer/findings.ts';
import type { LandOfRepair, LandPiece, RepairResult } from '../src/index.ts';
import { geodesicArea } from './geodesic-area.ts';
import { differenceOf, intersectionOf, invalidReason, unionOf } from './geos.ts';
import { at, layerOf, polygon, shapeOf, shapesOf } from './layers.ts';
import type { Geometry, Ring, Shape } from './layers.ts';

const GENERATOR = sharedFile('bench', 'gen.mjs');
const STATES = [sharedFile('data', 'geojs-52-mun.json'), sharedFile('data', 'geojs-53-mun.json')];
const OPTIONS = { units: { kind: 'geographic' }, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 } as const;
/** Square metres. */
const AGREES = 1;

function shapesIn(text: string): Shape[] {
  const collection = JSON.parse(text) as { features: { geometry: Geometry | null }[] };
  return collection.features.map(({ geometry }) => shapeOf(geometry));
}

/** 202 features, like a registrar's layer: borders digitised twice, overlaps, duplicates, a bow-tie. */
function generated(): Shape[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'land-'));
  try {
    spawnSync(process.execPath, [GENERATOR ?? '', '200', path.join(folder, 'parcels')]);
    return shapesIn(readFileSync(path.join(folder, 'parcels.closed.geojson'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Goiás and the Federal District, whose common border is a chain of overlaps and gaps. */
function states(): Shape[] {
  return STATES.flatMap((file) => (file === null ? [] : shapesIn(readFileSync(file, 'utf8'))));
}

it('GEOS and GeographicLib find the same land given, received and overlapped in 202 parcels', needs(GENERATOR !== null, NO_SHARED_FILES), async () => {
  const { entries, pieces } = await judged(generated());
  expect(entries).toBeGreaterThan(80);
  expect(pieces).toBeGreaterThan(3);
});

it('and in two real states whose common border is a chain of overlaps and gaps', needs(STATES.every((file) => file !== null), NO_SHARED_FILES), async () => {
  const { entries, pieces } = await judged(states());
  expect(entries).toBeGreaterThanOrEqual(10);
  expect(pieces).toBeGreaterThan(100);
});

async function judged(before: readonly Shape[]): Promise<{ entries: number; pieces: number }> {
  const layer = layerOf(before);
  const result = await repair(layer, OPTIONS);
  const land = await landOfRepair(layer, result.changes, result.findings, { ...OPTIONS, snapDistance: result.tolerances.snapDistance });
  const shapes = { before, after: shapesOf(result.layer) };
  return { entries: judgeBalance(land, shapes), pieces: judgePieces(land, result, shapes) };
}

interface Judged {
  readonly before: readonly Shape[];
  readonly after: readonly Shape[];
}

/** @returns how many entries were judged; what GEOS considers invalid cannot be judged. */
function judgeBalance({ balance }: LandOfRepair, { before, after }: Judged): number {
  let judged = 0;
  for (const [entry, feature] of balance.features.entries()) {
    const value = (column: Float64Array): number => at(column, entry);
    const [gave, received] = [balance.gave, balance.received].map(({ offsets, features, areas }) => new Map(Array.from({ length: at(offsets, entry + 1) - at(offsets, entry) }, (_, i) => [at(features, at(offsets, entry) + i), at(areas, at(offsets, entry) + i)])));
    const sumOfGave = Array.from(gave.values()).reduce((sum, area) => sum + area, 0);
    expect(Math.abs(value(balance.before) - value(balance.lost) + value(balance.gained) - value(balance.after))).toBeLessThan(AGREES);
    expect(Math.abs(sumOfGave + value(balance.toNobody) - value(balance.lost))).toBeLessThan(AGREES);
    const [was, is] = [at(before, feature), at(after, feature)];
    if (invalidReason(was) !== null) continue;
    judged++;
    expect(Math.abs(geodesicArea(was) - value(balance.before))).toBeLessThan(AGREES);
    expect(Math.abs(geodesicArea(is) - value(balance.after))).toBeLessThan(AGREES);
    expect(Math.abs(areaOf(differenceOf(was, is)) - value(balance.lost))).toBeLessThan(AGREES);
    expect(Math.abs(areaOf(differenceOf(is, was)) - value(balance.gained))).toBeLessThan(AGREES);
    for (const [other, shape] of after.entries()) {
      if (other === feature || !mayMeet(was, shape)) continue;
      expect(Math.abs(areaOf(intersectionOf(was, shape)) - (gave.get(other) ?? 0)), `${feature} gave to ${other}`).toBeLessThan(AGREES);
    }
    for (const [other, shape] of before.entries()) {
      if (other === feature || !mayMeet(is, shape) || invalidReason(shape) !== null) continue;
      expect(Math.abs(areaOf(intersectionOf(is, shape)) - (received.get(other) ?? 0)), `${feature} received from ${other}`).toBeLessThan(AGREES);
    }
  }
  return judged;
}

/**
 * Each overlap is a part of what both features had, and its owner is also the owner according to GEOS. A finding has the land that it measures, but for
 * what matching took, and no land is listed twice.
 */
function judgePieces({ findings: land }: LandOfRepair, { findings }: RepairResult, { before, after }: Judged): number {
  let [judged, alike] = [0, 0];
  const listed = new Set<string>();
  const without: string[] = [];
  for (let i = 0; i < findings.count; i++) {
    const kind = at(FINDING_KINDS, at(findings.kind, i));
    if (!OVERLAP_KINDS.has(kind) && kind !== 'gap') continue;
    const piece = land.pieceOf(i);
    const between = `${kind} ${at(findings.feature, i)} ${kind === 'gap' ? '' : at(findings.other, i)}`;
    if (piece === null) {
      without.push(between);
      continue;
    }
    const shape = shapeOfPiece(piece);
    expect(listed).not.toContain(`${between} ${JSON.stringify(shape)}`);
    listed.add(`${between} ${JSON.stringify(shape)}`).add(between);
    if (Math.abs(at(findings.measure, i) - at(land.area, i)) < 0.1 * at(land.area, i)) alike++;
    expect(invalidReason(shape)).toBeNull();
    expect(Math.abs(geodesicArea(shape) - at(land.area, i))).toBeLessThan(AGREES);
    if (OVERLAP_KINDS.has(kind)) {
      const [was, others] = [at(before, at(findings.feature, i)), at(before, at(findings.other, i))];
      if (invalidReason(was) !== null || invalidReason(others) !== null) continue;
      const common = intersectionOf(was, others) ?? [];
      const apart = common.map((part) => areaOf(differenceOf([part], shape)) + areaOf(differenceOf(shape, [part])));
      expect(Math.min(...apart), `${kind} ${i}`).toBeLessThan(AGREES);
    } else {
      const around = before.filter((one) => mayMeet(one, shape) && invalidReason(one) === null);
      expect(areaOf(intersectionOf(shape, unionOf(around) ?? [])), `${kind} ${i}`).toBeLessThan(AGREES);
    }
    judged++;
    const receiver = at(land.receivedBy, i);
    const shares = after.map((one) => (mayMeet(one, shape) ? areaOf(intersectionOf(one, shape)) / at(land.area, i) : 0));
    const most = shares.indexOf(Math.max(...shares));
    expect(receiver, `${kind} ${i}`).toBe(at(shares, most) >= 0.99 ? most : -1);
  }
  // Their land is that of another finding between the same two.
  for (const between of without) expect(listed).toContain(between);
  expect(alike).toBeGreaterThan(0.9 * judged);
  return judged;
}

function shapeOfPiece({ chains }: LandPiece): Shape {
  return polygon(...chains.map((chain): Ring => Array.from({ length: chain.length / 2 }, (_, i) => [at(chain, 2 * i), at(chain, 2 * i + 1)])));
}

function areaOf(shape: Shape | null): number {
  return shape === null ? NaN : geodesicArea(shape);
}

function mayMeet(a: Shape, b: Shape): boolean {
  const [p, q] = [extentOf(a), extentOf(b)];
  return p[0] <= q[2] && q[0] <= p[2] && p[1] <= q[3] && q[1] <= p[3];
}

const extents = new WeakMap<Shape, readonly [number, number, number, number]>();

function extentOf(shape: Shape): readonly [number, number, number, number] {
  const known = extents.get(shape);
  if (known !== undefined) return known;
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { rings } of shape) for (const ring of rings) for (const [x = NaN, y = NaN] of ring) [extent[0], extent[1], extent[2], extent[3]] = [Math.min(extent[0], x), Math.min(extent[1], y), Math.max(extent[2], x), Math.max(extent[3], y)];
  extents.set(shape, extent);
  return extent;
}
