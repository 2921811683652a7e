import '../../../ui/no-compiled-schemas.ts';
import { answerQuestions } from '../../../ui/answer-questions.ts';
import { buffersOf, draw, drawAll } from '../../../map-drawing/drawing.ts';
import type { Drawing } from '../../../map-drawing/drawing.ts';
import { HeldSheet } from './held-sheet.ts';
import { requestSchema } from './messages.ts';
import type { ReviewAnswer, ReviewRequest } from './messages.ts';
import { ChosenDatasets } from './open-files.ts';
import { readReport } from './read-report.ts';
import type { MarkedView } from './view-marks.ts';

/** Holds a report, so that the page needs memory only for what it shows. */

const PROGRESS_STEP = 0.02;

let sheets: readonly HeldSheet[] = [];

answerQuestions(requestSchema, answer, (id, message) => {
  tell({ kind: 'failed', id, message });
});

async function answer(request: ReviewRequest): Promise<void> {
  const { id } = request;
  if (request.kind === 'load') {
    sheets = await load(request.report, request.files);
    tell({ kind: 'loaded', id, sheets: sheets.map(({ summary }) => summary) });
    return;
  }
  const sheet = sheets.at(request.sheet);
  if (sheet === undefined) throw new Error(`There is no layer ${request.sheet} in this report.`);
  switch (request.kind) {
    case 'filter':
      tell({ kind: 'filtered', id, count: sheet.filter(request) });
      break;
    case 'rows':
      tell({ kind: 'rows', id, rows: sheet.rows(request.from, request.to) });
      break;
    case 'locate':
      tell({ kind: 'located', id, place: sheet.placeOf(request.finding), row: sheet.row(request.finding) });
      break;
    case 'balance':
      tell({ kind: 'balance', id, ...sheet.balance(request, request.from, request.to) });
      break;
    case 'draw-all':
      tellDrawing(id, drawAll(sheet.layers(request.side)));
      break;
    case 'draw-view':
      tellDrawing(id, draw(sheet.layers(request.side), { ...request, extents: [request.extent] }));
      break;
    case 'marks':
      tellMarks(id, sheet, request);
      break;
    case 'hit':
      tell({ kind: 'hit', id, finding: sheet.hit(request.x, request.y, request.tolerance) });
      break;
  }
}

async function load(report: Blob, files: readonly File[]): Promise<HeldSheet[]> {
  let reported = 0;
  const read = await readReport(report, (share) => {
    if (share < reported + PROGRESS_STEP) return;
    reported = share;
    tell({ kind: 'loading', share });
  });
  const chosen = new ChosenDatasets(files);
  const held: HeldSheet[] = [];
  for (const sheet of read) {
    const layers = await chosen.layersOf(sheet);
    const layer = layers?.[sheet.layerIndex];
    // Layers without areas or lines are not in the report, so the index alone proves nothing: the number of features must match, too.
    held.push(new HeldSheet(sheet, layer !== undefined && layer.geometry.featureOffsets.length - 1 === sheet.features ? layer : null));
  }
  return held;
}

function tellMarks(id: number, sheet: HeldSheet, view: MarkedView): void {
  const { weightiest, ...marks } = sheet.marks(view);
  tell({ kind: 'marks', id, ...marks, weightiest: weightiest === null ? null : sheet.row(weightiest), labels: sheet.labels(view, marks.marks) });
}

function tellDrawing(id: number, drawing: Drawing): void {
  tell({ kind: 'drawn', id, drawing }, buffersOf(drawing));
}

function tell(message: ReviewAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
