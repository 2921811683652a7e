import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { RepairOptions } from '../src/repair-options.ts';
import type { Case } from './cases/case.ts';
import { PLANAR } from './planar.ts';
import { multiPolygon, polygon } from './layers.ts';

const position = z.array(z.number());
const rings = z.array(z.array(position));
const sharedCaseSchema = z.strictObject({
  name: z.string(),
  geometries: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('Polygon'), coordinates: rings }),
      z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
    ]),
  ),
  areas: z.array(z.number()).optional(),
  each: z.tuple([z.number(), z.number()]).optional(),
  total: z.number().optional(),
  tol: z.number().optional(),
  rel: z.number().optional(),
  unchanged: z.literal(true).optional(),
  planar: z.literal(true).optional(),
  z: z.literal(true).optional(),
  args: z.array(z.string()).optional(),
  vertex: z.tuple([z.number(), position]).optional(),
});

/** The cases given by the specification, or null if its folder is not next to the project. */
export function sharedCases(): { example: Case; options: RepairOptions }[] | null {
  const file = fileURLToPath(new URL('../../../../shared/repair-cases.json', import.meta.url));
  if (!existsSync(file)) return null;
  const cases = z.array(sharedCaseSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
  return cases.map((given) => {
    const argument = (name: string): number | 'auto' => {
      const place = given.args?.indexOf(name) ?? -1;
      return place < 0 ? 'auto' : z.coerce.number().parse(given.args?.[place + 1]);
    };
    const size = given.total ?? Math.max(...(given.areas ?? given.each ?? [0]));
    const example: Case = {
      name: given.name,
      source: 'the specification',
      rule: 'as the specification says',
      features: given.geometries.map((geometry) => (geometry.type === 'Polygon' ? polygon(...geometry.coordinates) : multiPolygon(...geometry.coordinates))),
      ...(given.areas && { areas: given.areas }),
      ...(given.each && { each: given.each }),
      ...(given.total !== undefined && { total: given.total }),
      tolerance: given.tol ?? (given.rel ?? 1e-9) * size,
      ...(given.unchanged && { unchanged: given.unchanged }),
      ...(given.vertex && { vertices: [given.vertex] }),
    };
    const units = { kind: given.planar ? 'planar' : 'geographic' } as const;
    return { example, options: { ...PLANAR, units, snapDistance: argument('--snap-distance'), maxGapWidth: argument('--max-gap-width') } };
  });
}
