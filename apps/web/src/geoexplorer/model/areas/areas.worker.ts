import { shortText } from '@geoinsights/contract/short-text';
import '../../../ui/no-compiled-schemas.ts';
import { answerQuestions } from '../../../ui/answer-questions.ts';
import { extentOnRound, partsOfWorld, placesOnRound } from '../../../map-drawing/around-the-world.ts';
import { buffersOf, draw, drawAll, FEW_VERTICES } from '../../../map-drawing/drawing.ts';
import type { Drawing } from '../../../map-drawing/drawing.ts';
import { graphicsHere } from '../../../map-drawing/graphics.ts';
import { featuresAt } from '../../../map-drawing/hit.ts';
import { drawMarks } from '../../../map-drawing/marks.ts';
import { answerSchema, requestSchema } from './messages.ts';
import type { AreasAnswer, AreasRequest, ChosenFile } from './messages.ts';
import { sumOf } from '../../../map-drawing/projected-layer.ts';
import type { ProjectedLayer } from '../../../map-drawing/projected-layer.ts';
import { loadTransformations } from './placement.ts';
import { readFile } from './read-file.ts';
import type { Attributes, ReadFile } from './read-file.ts';

/**
 * Reads the files of one selection and keeps their geometry, so that the page never has more of it than it draws. Errors here are sent
 * to the page: those of a question as its answer, all others as failures of the worker.
 */

const PROGRESS_STEP = 0.05;
const MOST_FOUND = 20;
/** Per value, in UTF-16 units. */
const LONGEST_VALUE = 2000;

let chosen: readonly ChosenFile[] = [];
const files = new Map<number, ReadFile>();

// Loaded before a file needs it, since there may be no network by then. A file that needs it requests it again, which Chromium refuses in the same worker.
loadTransformations().catch(() => tell({ kind: 'incomplete' }));

answerQuestions(requestSchema, answer, (id, message) => {
  tell({ kind: 'failed', id, message });
});

async function answer(request: AreasRequest): Promise<void> {
  switch (request.kind) {
    case 'read':
      chosen = request.files;
      for (const file of chosen) await read(file, null);
      tellRead(request.id);
      break;
    case 'place': {
      const file = chosen.find(({ index }) => index === request.index);
      if (file === undefined) throw new Error(`There is no file ${request.index} in this pick.`);
      await read(file, request.system);
      tellRead(request.id);
      break;
    }
    case 'draw-all':
      tellDrawing(request.id, drawAll(layersOfAll()));
      break;
    case 'draw-view':
      tellDrawing(request.id, draw(layersOfAll(), { ...request, extents: partsOfWorld(request.extent) }));
      break;
    case 'draw-marks':
      tellDrawing(request.id, drawMarks(layersOfAll(), { resolution: request.resolution, extents: partsOfWorld(request.extent) }));
      break;
    case 'look':
      await answerLook(request);
      break;
  }
}

/** @param system the code of the reference system chosen by the visitor. */
async function read(file: ChosenFile, system: string | null): Promise<void> {
  const { index } = file;
  let reported = 0;
  tell({ kind: 'file', index, outcome: { state: 'reading', share: 0 } });
  const { outcome, read: result } = await readFile(file, system, (share) => {
    if (share < reported + PROGRESS_STEP) return;
    reported = share;
    tell({ kind: 'file', index, outcome: { state: 'reading', share } });
  });
  if (result === null) files.delete(index);
  else files.set(index, result);
  tell({ kind: 'file', index, outcome });
}

function layersOfAll(): ProjectedLayer[] {
  return [...files.values()].flatMap(({ layers }) => layers);
}

function tellRead(id: number): void {
  const layers = layersOfAll();
  const vertices = sumOf(layers, 'vertices');
  tell({ kind: 'read', id, extent: extentOnRound(layers), vertices, graphics: vertices > FEW_VERTICES ? graphicsHere() : 'none' });
}

function tellDrawing(id: number, drawing: Drawing): void {
  tell({ kind: 'drawn', id, drawing }, buffersOf(drawing));
}

async function answerLook({ id, x, y, tolerance }: Extract<AreasRequest, { kind: 'look' }>): Promise<void> {
  const features: Extract<AreasAnswer, { kind: 'found' }>['features'] = [];
  let hasMore = false;
  for (const { name, layers, attributes } of files.values()) {
    for (const [index, layer] of layers.entries()) {
      const here = new Set(placesOnRound(x).flatMap((place) => featuresAt(layer, place, y, tolerance, MOST_FOUND + 1 - features.length)));
      hasMore ||= here.size > MOST_FOUND - features.length;
      for (const feature of [...here].slice(0, MOST_FOUND - features.length)) {
        const label = labelOf(layer, feature);
        try {
          features.push({ source: name, label, attributes: rowsOf(await attributes(index, feature)), remark: null });
        } catch (error) {
          // Without its attributes, the feature still exists.
          console.error(`The attributes of ${label} in ${name} could not be read:`, error);
          features.push({ source: name, label, attributes: [], remark: 'Os atributos não puderam ser lidos.' });
        }
      }
    }
  }
  tell({ kind: 'found', id, features, hasMore });
}

function rowsOf(attributes: Attributes): [string, string][] {
  return Object.entries(attributes).map(([field, value]): [string, string] => [field, value === null ? '' : shortText(String(value), LONGEST_VALUE)]);
}

/** The feature's name in the file. A label made up by the reader is in English, and gets one of this page instead. */
function labelOf({ source }: ProjectedLayer, feature: number): string {
  const label = source.label(feature);
  return /^(record|placemark) \d+$/.test(label) ? `Feição ${feature + 1}` : label;
}

function tell(message: AreasAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answerSchema.parse(message), { transfer });
}
