import { ProblemError } from '@geoinsights/contract/errors';
import { identifySystem } from '@geoinsights/crs';
import type { ToWgs84, transformationFrom } from '@geoinsights/crs/transformation';
import { arrived } from '../../../ui/late-code.ts';
import type { DatasetLayer } from '../../../map-drawing/projected-layer.ts';

/** Where the coordinates of a file are. */
export type Placement =
  /** `toWgs84` is null for degrees on WGS 84, or on a datum within a metre or two of it. */
  | { readonly kind: 'known'; readonly toWgs84: ToWgs84; readonly system: string | null }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * Files are read as degrees on WGS 84 (specification, section 7), unless a definition next to the file, or coordinates that cannot be
 * degrees, indicate otherwise.
 * @param named the code of the system chosen by the visitor, which takes precedence.
 * @param hasDefinition whether a definition came with the file: it may be empty, of no known kind, or mean degrees.
 */
export async function placementOf(layers: readonly DatasetLayer[], named: string | null, hasDefinition: boolean): Promise<Placement> {
  const layer = layers.at(0);
  if (layer === undefined) return DEGREES;
  if (named !== null) return transformed({ name: named, code: named }, null);
  const areDegrees = canBeDegrees(layer.geometry.xy);
  const { crs } = layer;
  if (crs.wkt === undefined) return areDegrees ? DEGREES : { kind: 'unknown', reason: `as coordenadas não são graus, e ${hasDefinition ? 'o arquivo .prj não diz em que outro sistema estão' : 'falta o arquivo .prj que diz em que sistema estão'}.` };
  // A definition in metres with coordinates in degrees belongs to another file.
  if (areDegrees && crs.units.kind === 'planar') return DEGREES;
  return transformed(crs, 'o arquivo .prj não diz em que sistema estão as coordenadas.');
}

/** Degrees on WGS 84, which every KML has. */
export const DEGREES: Placement = { kind: 'known', toWgs84: null, system: null };

/** @param otherwise why to ask the visitor if the definition is unusable; null if the visitor has already been asked. */
async function transformed(crs: Omit<DatasetLayer['crs'], 'units' | 'metresPerUnit'>, otherwise: string | null): Promise<Placement> {
  const transformation = await loadTransformations();
  try {
    const known = identifySystem(crs);
    // A code that contradicts the text is not trusted; then only the parameters count.
    const toWgs84 = transformation({ ...crs, code: known?.code ?? null }, null, '');
    return { kind: 'known', toWgs84, system: known?.code === 'EPSG:4326' ? null : inPortuguese(known?.name ?? crs.name) };
  } catch (error) {
    if (otherwise === null || !(error instanceof ProblemError)) throw error;
    return { kind: 'unknown', reason: otherwise };
  }
}

/** PROJ is a file of its own. @throws {NotLoadedError} */
export async function loadTransformations(): Promise<typeof transformationFrom> {
  return (await arrived(() => import('@geoinsights/crs/transformation'))).transformationFrom;
}

/** Names in the register are English; only one of their words means nothing to a Portuguese reader. */
function inPortuguese(name: string): string {
  return name.replace(/ zone (?=\d)/, ' zona ');
}

/** Whether most positions can be degrees of longitude and latitude: a stray one does not make a file projected. */
function canBeDegrees(xy: Float64Array): boolean {
  let beyond = 0;
  let finite = 0;
  for (let at = 0; at + 1 < xy.length; at += 2) {
    const x = xy[at] ?? Number.NaN;
    const y = xy[at + 1] ?? Number.NaN;
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    finite += 1;
    if (Math.abs(x) > 360 || Math.abs(y) > 90) beyond += 1;
  }
  return finite === 0 || beyond * 2 <= finite;
}
