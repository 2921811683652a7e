import type { Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { featureFormat, type CoordinateReferenceSystem, type FeatureLayer } from '@geoinsights/formats';
import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import { withDatasets } from '../datasets/each-dataset.ts';
import { crsNeeded } from '../features/crs-needed.ts';
import { joinLayers } from '../features/join-layers.ts';
import { sliceLayer } from '../features/slice-layer.ts';
import { systemCalled } from '../features/called-system.ts';
import { inStatedSystem, isKnown } from '../features/source-system.ts';
import { layerIn } from '../features/moved-layer.ts';
import type { ToolFile } from '../tool.ts';

/** An area to select by: polygons, in whichever system a layer needs. */
export interface Area {
  /** @param layer that is selected from @param file its name in messages @param losses receives what is said of the polygons in that system */
  in(layer: Pick<FeatureLayer, 'name' | 'crs'>, file: string, losses: Loss[]): Promise<Layer>;
}

/** A rectangle in the coordinates of the layers themselves. */
export function rectangle([west, south, east, north]: readonly [number, number, number, number]): Area {
  const xy = Float64Array.of(west, south, east, south, east, north, west, north, west, south);
  const layer: Layer = { xy, z: null, m: null, ringOffsets: Int32Array.of(0, 5), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(PartKind.Polygon) };
  return { in: () => Promise.resolve(layer) };
}

/**
 * The polygons of all layers of a file, read once.
 * @param files the file and its companions
 * @throws ProblemError of the format; area-without-polygons
 */
export async function areaOfFile(files: readonly ToolFile[], workFolder: string, from: string | undefined): Promise<Area> {
  const sources = await withDatasets({ inputs: files, workFolder }, async ({ datasets }) => {
    const read: { readonly layer: Omit<FeatureLayer, 'read'>; readonly polygons: Layer; readonly file: string }[] = [];
    for (const dataset of datasets) {
      const opened = await (await featureFormat(dataset.format)).openFeatures(dataset, { workFolder });
      try {
        for (const layer of inStatedSystem(opened, from).layers) {
          const polygons: Layer[] = [];
          for await (const batch of layer.read()) polygons.push(polygonsOf(batch.geometry));
          read.push({ layer, polygons: joinLayers(polygons), file: dataset.files[0].name });
        }
      } finally {
        await opened.close();
      }
    }
    return read;
  });
  if (sources.every(({ polygons }) => polygons.partKinds.length === 0)) throw new ProblemError('area-without-polygons', { file: files[0].name });
  return {
    async in(selected, selectedFile, losses) {
      const { crs } = selected;
      const layers: Layer[] = [];
      for (const { layer, polygons, file } of sources) {
        const isAlike = !isKnown(crs) && !isKnown(layer.crs) && crs.units.kind === layer.crs.units.kind;
        layers.push(isAlike ? polygons : await moved({ ...layer, read: () => once(polygons) }, systemFor(selected, selectedFile), file, losses));
      }
      return joinLayers(layers);
    },
  };
}

/** Unidentified degrees count as WGS 84. @throws ProblemError crs-needed if nothing is known about the layer's system */
function systemFor({ name, crs }: Pick<FeatureLayer, 'name' | 'crs'>, file: string): CoordinateReferenceSystem {
  if (isKnown(crs)) return crs;
  if (crs.units.kind === 'geographic') return systemCalled('EPSG:4326');
  throw crsNeeded(file, name);
}

/** The polygons of a layer, each as a feature of its own: a feature may also have lines and points, such as a label. */
function polygonsOf(layer: Layer): Layer {
  const parts = layer.partKinds.length;
  const eachPart = { ...layer, featureOffsets: Int32Array.from({ length: parts + 1 }, (_, part) => part) };
  const polygons: Layer[] = [];
  for (let part = 0; part < parts; part++) if (layer.partKinds[part] === PartKind.Polygon) polygons.push(sliceLayer(eachPart, part, part + 1));
  return joinLayers(polygons);
}

async function* once(geometry: Layer): ReturnType<FeatureLayer['read']> {
  const features = geometry.featureOffsets.length - 1;
  const xy = geometry.xy.slice();
  yield await Promise.resolve({ first: 0, geometry: { ...geometry, xy }, types: new Uint8Array(features), rows: Array.from({ length: features }, () => []), ids: null });
}

/** How far the border of an area may deviate from its true line in another system. Edges of some hundred metres need no extra vertices for it. */
const MOST_DEVIATION_METRES = 0.1;

async function moved(layer: FeatureLayer, crs: CoordinateReferenceSystem, file: string, losses: Loss[]): Promise<Layer> {
  const batches: Layer[] = [];
  // The border of an area is straight in its own system.
  const { layer: there, lossesOfPlace } = layerIn(layer, crs, file, MOST_DEVIATION_METRES);
  for await (const { geometry } of there.read()) batches.push(geometry);
  losses.push(...lossesOfPlace().map((loss) => ({ ...loss, text: `Area "${file}": ${loss.text}` })));
  return joinLayers(batches);
}
