import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { kml } from '@tmcw/togeojson';
import { openShp } from 'shapefile';
import { parseShp } from 'shpjs';
import { z } from 'zod';
import type { Feature, Part } from './canonical.ts';
import { gdalPython } from './foreign-files.ts';

const position = z.array(z.number());
const partSchema = z.object({ kind: z.enum(['point', 'line', 'polygon']), rings: z.array(z.array(position)) });
const answersSchema = z.array(
  z.object({
    layers: z.array(z.object({ name: z.string(), features: z.array(z.array(partSchema).nullable()), valid: z.array(z.boolean()) })),
    failed: z.string().nullable(),
  }),
);
export type GdalAnswer = z.output<typeof answersSchema>[number];

/** What GDAL reads in each file. @param files paths, each with the required driver, or null for GDAL's choice. */
export function readWithGdal(files: readonly (readonly [path: string, driver: string | null])[]): GdalAnswer[] {
  const { status, stdout, stderr } = spawnSync(gdalPython ?? '', ['-B', join(import.meta.dirname, 'read_files.py')], { input: JSON.stringify(files), encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`read_files.py: ${stderr}`);
  return answersSchema.parse(JSON.parse(stdout));
}

const simple = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(position) }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(position) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(position)) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(position))) }),
]);
type Geometry = z.output<typeof simple> | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };
const geometrySchema: z.ZodType<Geometry> = z.lazy(() => z.union([simple, z.object({ type: z.literal('GeometryCollection'), geometries: z.array(geometrySchema) })]));

/** The parts of a GeoJSON geometry. @throws if it is not one. */
export function partsOfGeojson(value: unknown): Feature {
  return value === null || value === undefined ? null : partsOf(geometrySchema.parse(value));
}

function partsOf(geometry: Geometry): Part[] {
  switch (geometry.type) {
    case 'Point':
      return [{ kind: 'point', rings: [[geometry.coordinates]] }];
    case 'MultiPoint':
      return geometry.coordinates.map((point) => ({ kind: 'point', rings: [[point]] }));
    case 'LineString':
      return [{ kind: 'line', rings: [geometry.coordinates] }];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => ({ kind: 'line', rings: [line] }));
    case 'Polygon':
      return [{ kind: 'polygon', rings: geometry.coordinates }];
    case 'MultiPolygon':
      return geometry.coordinates.map((rings) => ({ kind: 'polygon', rings }));
    case 'GeometryCollection':
      return geometry.geometries.flatMap(partsOf);
  }
}

/** What shpjs reads in a .shp: X and Y of every record. */
export function readWithShpjs(path: string): Feature[] {
  return parseShp(readFileSync(path)).map(partsOfGeojson);
}

/** What the package `shapefile` reads in a .shp: X and Y of every record. */
export async function readWithShapefile(path: string): Promise<Feature[]> {
  const source = await openShp(path);
  const features: Feature[] = [];
  for (;;) {
    const { done, value } = await source.read();
    if (done) return features;
    features.push(partsOfGeojson(value));
  }
}

/** What togeojson reads in a KML text: the placemarks with geometry. */
export function readWithTogeojson(text: string): Feature[] {
  // GDAL writes gx:altitudeMode without declaring the prefix, which no DOM accepts.
  const declared = text.includes('xmlns:gx=') ? text : text.replace('<kml ', '<kml xmlns:gx="http://www.google.com/kml/ext/2.2" ');
  const document = new DOMParser().parseFromString(declared, 'text/xml');
  const { features } = z.object({ features: z.array(z.object({ geometry: z.unknown() })) }).parse(kml(document));
  return features.map(({ geometry }) => partsOfGeojson(geometry)).filter((feature) => feature !== null);
}

/** The features of a GeoJSON text, or of one with an object per line, as `JSON.parse` reads them. */
export function readWithJsonParse(text: string): Feature[] {
  const documents = text.includes('"FeatureCollection"') ? [text] : text.split('\n').map((line) => line.replace('\u001e', '')).filter((line) => line.trim() !== '');
  const schema = z.union([z.object({ features: z.array(z.object({ geometry: z.unknown() })) }), z.object({ geometry: z.unknown() }).transform((feature) => ({ features: [feature] }))]);
  return documents.flatMap((document) => schema.parse(JSON.parse(document)).features.map(({ geometry }) => partsOfGeojson(geometry)));
}
