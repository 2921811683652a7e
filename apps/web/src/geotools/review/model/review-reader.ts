import type { Drawing } from '../../../map-drawing/drawing.ts';
import type { SeenView } from '../../../map-drawing/shapes-layer.ts';
import { OpenQuestions } from '../../../ui/open-questions.ts';
import { startWorker } from '../../../ui/start-worker.ts';
import type { BalanceWish } from './balance-view.ts';
import type { FindingWish } from './held-sheet.ts';
import { answerSchema } from './messages.ts';
import type { BalanceRow, FindingRow, ReviewAnswer, ReviewRequest, SheetAnswer, Side } from './messages.ts';
import type { MarkedView } from './view-marks.ts';

/** The error for a question that nobody waits for any more, because another report is shown. */
export class ReviewClosedError extends Error {
  override readonly name = 'ReviewClosedError';
}

type Answer<Kind extends ReviewAnswer['kind']> = Extract<ReviewAnswer, { kind: Kind }>;
type Asked = ReviewRequest extends infer Request ? (Request extends ReviewRequest ? Omit<Request, 'id'> : never) : never;

/** One report, read and kept by a worker of its own. Every question is answered or rejected, whatever happens to the worker. */
export class ReviewReader {
  /** Null if the browser cannot start one. */
  readonly #worker: Worker | null;
  readonly #questions = new OpenQuestions<ReviewAnswer>();
  readonly #onProgress: (share: number) => void;

  /** @param onProgress called with the share of the report read so far, 0 to 1. */
  constructor(onProgress: (share: number) => void) {
    this.#onProgress = onProgress;
    const worker = startWorker(() => new Worker(new URL('review.worker.ts', import.meta.url), { type: 'module' }));
    this.#worker = worker instanceof Error ? null : worker;
    if (worker instanceof Error) {
      this.#questions.close(worker);
      return;
    }
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#stop(new Error(event.message === '' ? 'The worker that reads reports could not be started.' : event.message));
    });
    worker.addEventListener('messageerror', () => this.#stop(new Error('An answer of the worker that reads reports could not be received.')));
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const answer = answerSchema.safeParse(data);
      if (answer.success) this.#take(answer.data);
      else this.#stop(answer.error);
    });
  }

  async load(report: Blob, files: readonly File[]): Promise<SheetAnswer[]> {
    return (await this.#ask({ kind: 'load', report, files: [...files] }, 'loaded')).sheets;
  }

  /** @returns how many findings are now listed. */
  async filter(sheet: number, { weights, kinds, search }: FindingWish & { readonly weights: readonly FindingRow['weight'][] }): Promise<number> {
    return (await this.#ask({ kind: 'filter', sheet, weights: [...weights], kinds: kinds === null ? null : [...kinds], search }, 'filtered')).count;
  }

  async rows(sheet: number, from: number, to: number): Promise<FindingRow[]> {
    return (await this.#ask({ kind: 'rows', sheet, from, to }, 'rows')).rows;
  }

  /** A finding, and its position in the list. */
  async locate(sheet: number, finding: number): Promise<{ readonly place: number | null; readonly row: FindingRow }> {
    return this.#ask({ kind: 'locate', sheet, finding }, 'located');
  }

  async balance(sheet: number, wish: BalanceWish, from: number, to: number): Promise<{ readonly count: number; readonly rows: readonly BalanceRow[] }> {
    return this.#ask({ kind: 'balance', sheet, ...wish, from, to }, 'balance');
  }

  async drawAll(sheet: number, side: Side): Promise<Drawing> {
    return (await this.#ask({ kind: 'draw-all', sheet, side }, 'drawn')).drawing;
  }

  async drawView(sheet: number, side: Side, { extent, resolution, mostVertices }: SeenView): Promise<Drawing> {
    return (await this.#ask({ kind: 'draw-view', sheet, side, extent: [...extent], resolution, mostVertices }, 'drawn')).drawing;
  }

  async marks(sheet: number, { extent, window, resolution }: MarkedView): Promise<Answer<'marks'>> {
    return this.#ask({ kind: 'marks', sheet, extent: [...extent], window: [...window], resolution }, 'marks');
  }

  async hit(sheet: number, x: number, y: number, tolerance: number): Promise<number | null> {
    return (await this.#ask({ kind: 'hit', sheet, x, y, tolerance }, 'hit')).finding;
  }

  /** Ends the worker and discards everything in it. Open questions are rejected with a `ReviewClosedError`. */
  close(): void {
    this.#stop(new ReviewClosedError('Another report is shown.'));
  }

  #ask<Kind extends ReviewAnswer['kind']>(asked: Asked, kind: Kind): Promise<Answer<Kind>> {
    return this.#questions.ask((id) => this.#worker?.postMessage({ ...asked, id }), (answer) => (isOfKind(answer, kind) ? answer : null));
  }

  #take(answer: ReviewAnswer): void {
    if (answer.kind === 'loading') {
      if (this.#questions.end === null) this.#onProgress(answer.share);
      return;
    }
    if (answer.id === null) {
      this.#stop(new Error(answer.kind === 'failed' ? answer.message : answer.kind));
      return;
    }
    if (answer.kind === 'failed') this.#questions.refuse(answer.id, new Error(answer.message));
    else if (!this.#questions.answer(answer.id, answer)) this.#questions.refuse(answer.id, new Error(`The worker answered question ${answer.id} with "${answer.kind}".`));
  }

  #stop(error: Error): void {
    this.#worker?.terminate();
    this.#questions.close(error);
  }
}

function isOfKind<Kind extends ReviewAnswer['kind']>(answer: ReviewAnswer, kind: Kind): answer is Answer<Kind> {
  return answer.kind === kind;
}
