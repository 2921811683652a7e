import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { z } from 'zod';
import type { LocalLayerSource } from '../local-layer/source.ts';

/** We chose this package, at a version fixed by the lock file; the features made from it are parsed completely. */
const topologySchema = z.custom<Topology>((value) => typeof value === 'object' && value !== null && 'objects' in value && 'arcs' in value);
const positionSchema = z.tuple([z.number(), z.number()]).rest(z.number());
const polygonSchema = z.array(z.array(positionSchema));
const collectionSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({ name: z.string().optional() }),
      /** The UN M49 code; a few places have none. */
      id: z.string().optional(),
      geometry: z.union([z.object({ type: z.literal('Polygon'), coordinates: polygonSchema }), z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygonSchema) })]),
    }),
  ),
});
type WorldFeature = z.infer<typeof collectionSchema>['features'][number];

/** Countries or land of Natural Earth at 1:50 000 000, from the package `world-atlas`. */
export async function worldLayerSource(name: 'countries' | 'land'): Promise<LocalLayerSource> {
  const file = createRequire(import.meta.url).resolve(`world-atlas/${name}-50m.json`);
  const topology = topologySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const { features } = collectionSchema.parse(feature(topology, topology.objects[name]));
  const names = name === 'land' ? features.map(() => 'Terras emersas') : features.map(countryName);
  return {
    geometry: layerOf(features),
    attributes: (index) => (name === 'countries' ? { nome: names[index] } : {}),
    label: (index) => names[index] ?? null,
  };
}

const PORTUGUESE = new Intl.DisplayNames(['pt-BR'], { type: 'region', fallback: 'none' });

/** The name in Portuguese; where there is none, the package's English name. */
function countryName({ id, properties }: WorldFeature): string {
  // The locale turns a country's number into its letter code, for which there are names.
  const region = id === undefined ? undefined : new Intl.Locale(`und-${id}`).region;
  return (region === undefined ? undefined : PORTUGUESE.of(region)) ?? properties.name ?? 'Sem nome';
}

/**
 * The package's rings cross the antimeridian by jumping from 180° to -180°. Longitudes are made continuous beyond it, and the ring
 * around the South Pole is closed by way of the pole.
 */
function unwrapped(ring: readonly (readonly [number, number, ...number[]])[]): [number, number][] {
  let turns = 0;
  const whole = ring.map(([x, y], i): [number, number] => {
    const step = x - (ring[i - 1]?.[0] ?? x);
    if (Math.abs(step) > 180) turns -= 360 * Math.sign(step);
    return [x + turns, y];
  });
  const longitudes = whole.map(([x]) => x);
  const [first = 0] = longitudes;
  const last = first + turns;
  if (turns !== 0) whole.push([last, -90], [first, -90], [first, whole[0]?.[1] ?? -90]);
  const home = 360 * Math.round((Math.min(...longitudes) + Math.max(...longitudes)) / 720);
  return whole.map(([x, y]) => [x - home, y]);
}

function layerOf(features: readonly WorldFeature[]): Layer {
  const xy: number[] = [];
  const ringOffsets = [0];
  const partOffsets = [0];
  const featureOffsets = [0];
  for (const { geometry } of features) {
    for (const polygon of geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) {
      for (const ring of polygon) {
        for (const [x, y] of unwrapped(ring)) xy.push(x, y);
        ringOffsets.push(xy.length / 2);
      }
      partOffsets.push(ringOffsets.length - 1);
    }
    featureOffsets.push(partOffsets.length - 1);
  }
  return {
    xy: Float64Array.from(xy),
    z: null,
    m: null,
    ringOffsets: Int32Array.from(ringOffsets),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets: Int32Array.from(featureOffsets),
    partKinds: new Uint8Array(partOffsets.length - 1).fill(PartKind.Polygon),
  };
}
