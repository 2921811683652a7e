import '../../../ui/no-compiled-schemas.ts';
import { fileOfBlob, shapefileDriver } from '@geoinsights/formats/shapefile';
import { kmlDriver } from '@geoinsights/formats/kml';
import { draw } from './drawing.ts';
import { featuresAt } from './hit.ts';
import { requestSchema } from './messages.ts';
import type { AreasAnswer, AreasRequest, FileOutcome, FoundFeature } from './messages.ts';
import { reasonOf } from './problem-sentences.ts';
import { extentOf, projectLayer } from './projected-layer.ts';
import type { ProjectedLayer } from './projected-layer.ts';

/** Reads the files of one pick and keeps their geometry, so that the page never holds more of it than it draws. */

interface ReadFile {
  readonly name: string;
  readonly layers: readonly ProjectedLayer[];
}

const DRIVERS = { kml: kmlDriver, shapefile: shapefileDriver };
const PROGRESS_STEP = 0.05;
const MOST_FOUND = 20;

const files: ReadFile[] = [];

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = requestSchema.parse(data);
  if (request.kind === 'read') void readAll(request.files);
  else if (request.kind === 'draw') answerDrawing(request);
  else answerLook(request);
});

async function readAll(chosen: Extract<AreasRequest, { kind: 'read' }>['files']): Promise<void> {
  for (const { index, format, file } of chosen) {
    tell({ kind: 'file', index, outcome: await outcomeOf(file, format, (share) => tell({ kind: 'file', index, outcome: { state: 'reading', share } })) });
  }
  const layers = files.flatMap((file) => file.layers);
  tell({ kind: 'read', extent: extentOf(layers), vertices: sum(layers, 'vertices') });
}

async function outcomeOf(file: File, format: 'kml' | 'shapefile', onShare: (share: number) => void): Promise<FileOutcome> {
  try {
    const name = file.name.replace(/\.\w+$/, '');
    let told = 0;
    const onProgress = (share: number) => {
      if (share < told + PROGRESS_STEP) return;
      told = share;
      onShare(share);
    };
    onShare(0);
    const dataset = await DRIVERS[format].open({ format, name, files: [fileOfBlob(file.name, file)] }, { onProgress });
    const layers = dataset.layers.map(projectLayer);
    const drawn = sum(layers, 'drawn');
    const outside = sum(layers, 'outside');
    if (drawn === 0) return { state: 'unreadable', reason: outside > 0 ? NOT_DEGREES : 'o arquivo não tem nenhuma geometria que possa ser desenhada.' };
    files.push({ name: file.name, layers });
    return { state: 'drawn', features: drawn, outside, moved: sum(layers, 'moved') };
  } catch (error) {
    return { state: 'unreadable', reason: reasonOf(error) };
  }
}

const NOT_DEGREES = 'as coordenadas não são graus de longitude e latitude (WGS 84). Converta o arquivo para EPSG:4326.';

function answerDrawing({ id, extent, resolution }: Extract<AreasRequest, { kind: 'draw' }>): void {
  const drawing = draw(
    files.flatMap(({ layers }) => layers),
    { extent, resolution },
  );
  tell({ kind: 'drawn', id, drawing }, [drawing.polygons, drawing.ringEnds, drawing.lines, drawing.lineEnds, drawing.points].map(({ buffer }) => buffer));
}

function answerLook({ id, x, y, tolerance }: Extract<AreasRequest, { kind: 'look' }>): void {
  const features: FoundFeature[] = [];
  for (const { name, layers } of files) {
    for (const layer of layers) {
      for (const feature of featuresAt(layer, x, y, tolerance, MOST_FOUND - features.length)) {
        features.push({ file: name, label: layer.source.label(feature), attributes: [] });
      }
    }
  }
  tell({ kind: 'found', id, features });
}

function sum(layers: readonly ProjectedLayer[], field: 'drawn' | 'vertices' | 'outside' | 'moved'): number {
  return layers.reduce((total, layer) => total + layer[field], 0);
}

function tell(answer: AreasAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
