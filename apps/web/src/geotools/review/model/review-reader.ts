import type { Drawing } from '../../../map-drawing/drawing.ts';
import type { SeenView } from '../../../map-drawing/shapes-layer.ts';
import { AskedWorker } from '../../../ui/asked-worker.ts';
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
  readonly #worker: AskedWorker<ReviewAnswer>;

  /** @param onProgress called with the share of the report read so far, 0 to 1. */
  constructor(onProgress: (share: number) => void) {
    this.#worker = new AskedWorker({
      does: 'reads reports',
      start: () => new Worker(new URL('review.worker.ts', import.meta.url), { type: 'module' }),
      schema: answerSchema,
      onNews: (news) => {
        if (news.kind === 'loading') onProgress(news.share);
      },
      // Whoever asks next hears of it.
      onFailure: () => undefined,
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
    this.#worker.close(new ReviewClosedError('Another report is shown.'));
  }

  #ask<Kind extends ReviewAnswer['kind']>(asked: Asked, kind: Kind): Promise<Answer<Kind>> {
    return this.#worker.ask((id) => ({ ...asked, id }), (answer) => (isOfKind(answer, kind) ? answer : null));
  }
}

function isOfKind<Kind extends ReviewAnswer['kind']>(answer: ReviewAnswer, kind: Kind): answer is Answer<Kind> {
  return answer.kind === kind;
}
