import '../../../ui/no-compiled-schemas.ts';
import { fileOfBlob, shapefileDriver } from '@geoinsights/formats/shapefile';
import { kmlDriver } from '@geoinsights/formats/kml';
import { draw, FEW_VERTICES } from './drawing.ts';
import { graphicsHere } from './graphics.ts';
import { featuresAt } from './hit.ts';
import { requestSchema } from './messages.ts';
import type { AreasAnswer, AreasRequest, FileOutcome, FoundFeature } from './messages.ts';
import { reasonOf } from './problem-sentences.ts';
import { extentOf, projectLayer } from './projected-layer.ts';
import type { DatasetLayer, ProjectedLayer } from './projected-layer.ts';

/** Reads the files of one pick and keeps their geometry, so that the page never holds more of it than it draws. */

interface ReadFile {
  readonly name: string;
  readonly layers: readonly ProjectedLayer[];
  readonly attributes: (layer: number, feature: number) => Promise<Attributes>;
}

type Attributes = Awaited<ReturnType<ReturnType<typeof kmlDriver.attributes>['at']>>;
const PROGRESS_STEP = 0.05;
const MOST_FOUND = 20;
/** Of a value; the rest is cut. */
const LONGEST_VALUE = 2000;

const files: ReadFile[] = [];

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = requestSchema.parse(data);
  if (request.kind === 'read') void readAll(request.files);
  else if (request.kind === 'draw') answerDrawing(request);
  else void answerLook(request);
});

async function readAll(chosen: Extract<AreasRequest, { kind: 'read' }>['files']): Promise<void> {
  for (const { index, format, file } of chosen) {
    tell({ kind: 'file', index, outcome: await outcomeOf(file, format, (share) => tell({ kind: 'file', index, outcome: { state: 'reading', share } })) });
  }
  const layers = files.flatMap((file) => file.layers);
  const vertices = sum(layers, 'vertices');
  tell({ kind: 'read', extent: extentOf(layers), vertices, graphics: vertices > FEW_VERTICES ? graphicsHere() : 'none' });
}

async function outcomeOf(file: File, format: 'kml' | 'shapefile', onShare: (share: number) => void): Promise<FileOutcome> {
  try {
    let told = 0;
    const onProgress = (share: number) => {
      if (share < told + PROGRESS_STEP) return;
      told = share;
      onShare(share);
    };
    onShare(0);
    const opened = await openAs(format, file, onProgress);
    const layers = opened.layers.map(projectLayer);
    const drawn = sum(layers, 'drawn');
    const outside = sum(layers, 'outside');
    if (drawn === 0) return { state: 'unreadable', reason: outside > 0 ? NOT_DEGREES : 'o arquivo não tem nenhuma geometria que possa ser desenhada.' };
    files.push({ name: file.name, layers, attributes: opened.attributes });
    return { state: 'drawn', features: drawn, outside, moved: sum(layers, 'moved') };
  } catch (error) {
    return { state: 'unreadable', reason: reasonOf(error) };
  }
}

const NOT_DEGREES = 'as coordenadas não são graus de longitude e latitude (WGS 84). Converta o arquivo para EPSG:4326.';

function answerDrawing({ id, extent, resolution, mostVertices }: Extract<AreasRequest, { kind: 'draw' }>): void {
  const drawing = draw(
    files.flatMap(({ layers }) => layers),
    { extent, resolution, mostVertices },
  );
  tell({ kind: 'drawn', id, drawing }, [drawing.polygons, drawing.ringEnds, drawing.bundleEnds, drawing.lines, drawing.lineEnds, drawing.points].map(({ buffer }) => buffer));
}

async function answerLook({ id, x, y, tolerance }: Extract<AreasRequest, { kind: 'look' }>): Promise<void> {
  const features: FoundFeature[] = [];
  for (const { name, layers, attributes } of files) {
    for (const [index, layer] of layers.entries()) {
      for (const feature of featuresAt(layer, x, y, tolerance, MOST_FOUND - features.length)) {
        // What cannot be read is left out: the feature itself is there.
        const read = await attributes(index, feature).catch((): Attributes => ({}));
        const rows = Object.entries(read).map(([field, value]): [string, string] => [field, value === null ? '' : String(value).slice(0, LONGEST_VALUE)]);
        features.push({ source: name, label: labelOf(layer, feature), attributes: rows });
      }
    }
  }
  tell({ kind: 'found', id, features });
}

/** What the file calls the feature. A label that the reader made up is in English, and is made up anew. */
function labelOf({ source }: ProjectedLayer, feature: number): string {
  const label = source.label(feature);
  return /^(record|placemark) \d+$/.test(label) ? `Feição ${feature + 1}` : label;
}

async function openAs(format: 'kml' | 'shapefile', file: File, onProgress: (share: number) => void): Promise<Pick<ReadFile, 'attributes'> & { layers: readonly DatasetLayer[] }> {
  const dataset = { format, name: file.name.replace(/\.\w+$/, ''), files: [fileOfBlob(file.name, file)] };
  if (format === 'kml') {
    const opened = await kmlDriver.open(dataset, { onProgress });
    return { layers: opened.layers, attributes: (layer, feature) => readOne(kmlDriver.attributes(opened, layer), feature) };
  }
  const opened = await shapefileDriver.open(dataset, { onProgress });
  return { layers: opened.layers, attributes: (layer, feature) => readOne(shapefileDriver.attributes(opened, layer), feature) };
}

async function readOne(reader: ReturnType<typeof kmlDriver.attributes>, feature: number): Promise<Attributes> {
  try {
    return await reader.at(feature);
  } finally {
    await reader.close();
  }
}

function sum(layers: readonly ProjectedLayer[], field: 'drawn' | 'vertices' | 'outside' | 'moved'): number {
  return layers.reduce((total, layer) => total + layer[field], 0);
}

function tell(answer: AreasAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
