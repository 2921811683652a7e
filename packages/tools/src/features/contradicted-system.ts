import { beyondDegreesNote, WGS84_BY_FORMAT, type DatasetNote, type FeatureDataset, type FeatureLayer } from '@geoinsights/formats';
import { withKindOfPositions } from './degrees.ts';

/**
 * A dataset whose layers in degrees are watched as they are read: metres with the `.prj` of WGS 84, or single positions that are none, go through a tool that
 * transforms nothing as they are, without any message.
 * @returns the notes once the layers have been read; each layer is reported once, however often it is read
 */
export function watchingDegrees(dataset: FeatureDataset): { readonly dataset: FeatureDataset; readonly notes: () => DatasetNote[] } {
  const found = new Map<number, DatasetNote>();
  const isNamed = dataset.layers.length > 1;
  const layers = dataset.layers.map((layer, position) => {
    if (layer.crs.units.kind !== 'geographic') return layer;
    return withKindOfPositions(layer, ({ areDegrees, beyond, feature }) => {
      if (!areDegrees) found.set(position, noteOf(layer, isNamed));
      else if (beyond > 0) found.set(position, beyondDegreesNote({ count: beyond, layer: isNamed ? layer.name : null, feature }));
    });
  });
  return { dataset: { ...dataset, layers }, notes: () => [...found].sort(([a], [b]) => a - b).map(([, note]) => note) };
}

function noteOf({ name, crs }: FeatureLayer, isNamed: boolean): DatasetNote {
  const where = isNamed ? ` of layer "${name}"` : '';
  const isByFormat = crs.name === WGS84_BY_FORMAT.name;
  const stated = isByFormat ? `In this format coordinates are degrees, but most of those${where}` : `The file says that the coordinates${where} are degrees (${crs.name}), but most of them`;
  const advice = isByFormat ? 'Export the file again from its source, in WGS 84 and with the longitude first.' : 'Find out which system they are in, take away what the file says of it (of a shapefile: its .prj file), and give the right one as the reference system of your files (option "from").';
  return { code: 'crs-contradicted', text: `${stated} go beyond ±180 and ±90. They were taken as they are, and the result says the same of them. ${advice}` };
}
