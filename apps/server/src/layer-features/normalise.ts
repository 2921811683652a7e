import { MOST_FEATURES_AT_PLACE } from '@geoinsights/contract';
import type { LayerFeatures } from '@geoinsights/contract';
import { shortText } from '@geoinsights/contract/short-text';
import { z } from 'zod';

type Feature = LayerFeatures['features'][number];

/** The maximum size of a feature that is passed on. */
const MOST_ATTRIBUTES = 100;
const LONGEST_NAME = 200;
const LONGEST_VALUE = 2000;

/** A GeoJSON collection as written by GeoServer, QGIS Server, MapServer and our own WMS. `label` is ours. */
const collectionSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      label: z.string().nullish().catch(null),
      properties: z.record(z.string(), z.unknown()).nullish().transform((properties) => properties ?? {}),
    }),
  ),
});

const geometrySchema = z.union([z.object({ type: z.string(), coordinates: z.array(z.unknown()) }), z.object({ type: z.literal('GeometryCollection'), geometries: z.array(z.unknown()) })]);

/** A service's JSON answer for a place as plain pairs; null if it is not a valid answer. */
export function featuresOfJson(text: string): LayerFeatures | null {
  const collection = collectionSchema.safeParse(parseJson(text));
  if (!collection.success) return null;
  return bounded(
    collection.data.features.slice(0, MOST_FEATURES_AT_PLACE + 1).map(({ label, properties }) => {
      const attributes = Object.entries(properties).flatMap(([name, value]) => pair(name, textOf(value)));
      return featureOf(headingOf(label, nameAmong(attributes)), attributes);
    }),
  );
}

/**
 * A service's text answer for a place, in lines `name = value`. GeoServer, MapServer and QGIS Server all write these, each with its own
 * lines between features. Null for anything else, such as an exception or a page.
 */
export function featuresOfText(text: string): LayerFeatures | null {
  if (/^\s*[<{[]/.test(text)) return null;
  const features: Feature['attributes'][] = [[]];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(Feature\b|-{4,})/i.test(line)) features.push([]);
    const middle = line.indexOf('=');
    if (middle < 0) continue;
    const [name, value] = [line.slice(0, middle).trim(), line.slice(middle + 1).trim()];
    if (name !== '' && features.length <= MOST_FEATURES_AT_PLACE * 4) features.at(-1)?.push(...pair(name, /^'(.*)'$/.exec(value)?.[1] ?? value));
  }
  return bounded(features.filter((attributes) => attributes.length > 0).map((attributes) => featureOf(nameAmong(attributes), attributes)));
}

function featureOf(label: string | null, attributes: Feature['attributes']): Feature {
  return { label, attributes: attributes.slice(0, MOST_ATTRIBUTES), more_attributes: Math.max(0, attributes.length - MOST_ATTRIBUTES) };
}

function bounded(features: readonly Feature[]): LayerFeatures {
  return { features: features.slice(0, MOST_FEATURES_AT_PLACE), has_more: features.length > MOST_FEATURES_AT_PLACE };
}

/** Geometries are left out: they are on the map. */
function pair(name: string, value: string | null): Feature['attributes'] {
  if (value === null || name === '' || /^\[GEOMETRY\b/.test(value)) return [];
  return [{ name: shortText(name, LONGEST_NAME), value: value === 'null' ? '' : shortText(value, LONGEST_VALUE) }];
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return geometrySchema.safeParse(value).success ? null : jsonOf(value);
}

/** Reading takes any nesting, writing does not: what is nested too deeply says nothing to anybody. */
function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Features of a table are labelled by their keys, which say less than a name and are among the attributes. */
function headingOf(label: string | null | undefined, name: string | null): string | null {
  if (label === null || label === undefined || isMadeUp(label)) return name;
  return /^\d+$/.test(label) ? (name ?? label) : label;
}

/** File readers number features without a name. */
function isMadeUp(label: string): boolean {
  return /^(feature|placemark|record|row) \d+$/.test(label);
}

function nameAmong(attributes: Feature['attributes']): string | null {
  return attributes.find(({ name, value }) => value !== '' && /^(nome|name|nm)(_|$)/i.test(name))?.value ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
