import type { PlaceFeature } from '../map/look.ts';
import type { Drawing } from '../../../map-drawing/drawing.ts';
import type { MapView } from '../../../map-drawing/drawn-views.ts';
import type { SeenView } from '../../../map-drawing/shapes-layer.ts';
import type { Graphics } from '../../../map-drawing/graphics.ts';
import { answerSchema, requestSchema } from './messages.ts';
import type { AreasAnswer, AreasRequest, ChosenFile, ReadOutcome } from './messages.ts';
import { AskedWorker } from '../../../ui/asked-worker.ts';
import { NotLoadedError } from '../../../ui/late-code.ts';

export interface AreasRead {
  /** Left, bottom, right, top in EPSG:3857; null if no file could be drawn. */
  readonly extent: [number, number, number, number] | null;
  readonly vertices: number;
  readonly graphics: Graphics;
}

/** The features at a position; `hasMore` if more than these lie there. */
export interface AreasFound {
  readonly features: readonly PlaceFeature[];
  readonly hasMore: boolean;
}

interface AreasListener {
  /** The state of a file as it changes. */
  onOutcome(index: number, outcome: ReadOutcome): void;
  /** The worker is broken and will not answer again. Called once. */
  onFailure(error: Error): void;
}

/** The error for a question whose reader was closed: nobody waits for the answer any more. */
export class ReaderClosedError extends Error {
  override readonly name = 'ReaderClosedError';
}

/**
 * The files of one selection, read and kept by their own worker, which may be started before there are any. Every question is answered or
 * rejected, whatever happens to the worker, and every failure is logged to the console.
 */
export class AreasReader {
  readonly #worker: AskedWorker<AreasAnswer>;
  /** Null until there are files. */
  #listener: AreasListener | null = null;
  #isIncomplete = false;

  constructor() {
    this.#worker = new AskedWorker({
      does: 'reads files',
      start: () => new Worker(new URL('areas.worker.ts', import.meta.url), { type: 'module' }),
      schema: answerSchema,
      onNews: (news) => {
        if (news.kind === 'file') this.#listener?.onOutcome(news.index, news.outcome);
        else if (news.kind === 'incomplete') this.#isIncomplete = true;
      },
      onFailure: (error) => {
        // Code that did not arrive is loaded again when it is needed.
        if (this.#listener !== null || !(error instanceof NotLoadedError)) console.error('The worker that reads files is out of order:', error);
        this.#listener?.onFailure(error);
      },
    });
  }

  /** Whether it still answers, as far as is known. */
  get isUsable(): boolean {
    return this.#worker.end === null;
  }

  /** Whether another one, which requests its code again, may read files that this one cannot. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  read(files: readonly ChosenFile[], listener: AreasListener): Promise<AreasRead> {
    this.#listener = listener;
    const { end } = this.#worker;
    if (end !== null) {
      // It ended before there was a listener.
      console.error('The worker that reads files is out of order:', end);
      listener.onFailure(end);
    }
    return this.#ask((id) => ({ kind: 'read', id, files: [...files] }), readIn);
  }

  /** Reads a file again, with its coordinates taken to be in a given reference system. */
  place(index: number, system: string): Promise<AreasRead> {
    return this.#ask((id) => ({ kind: 'place', id, index, system }), readIn);
  }

  drawAll(): Promise<Drawing> {
    return this.#ask((id) => ({ kind: 'draw-all', id }), drawingIn);
  }

  drawView({ extent, resolution, mostVertices }: SeenView): Promise<Drawing> {
    return this.#ask((id) => ({ kind: 'draw-view', id, extent: [...extent], resolution, mostVertices }), drawingIn);
  }

  drawMarks({ extent, resolution }: MapView): Promise<Drawing> {
    return this.#ask((id) => ({ kind: 'draw-marks', id, extent: [...extent], resolution }), drawingIn);
  }

  /** The features at a position; the tolerance is in metres of EPSG:3857. */
  look(x: number, y: number, tolerance: number): Promise<AreasFound> {
    return this.#ask((id) => ({ kind: 'look', id, x, y, tolerance }), (answer) => (answer.kind === 'found' ? answer : null));
  }

  /** Ends the worker and discards everything in it. Open questions are rejected with a `ReaderClosedError`. */
  close(): void {
    this.#worker.close(new ReaderClosedError('The files were replaced by others.'));
  }

  async #ask<Meaning>(request: (id: number) => AreasRequest, meaningOf: (answer: AreasAnswer) => Meaning | null): Promise<Meaning> {
    try {
      return await this.#worker.ask((id) => requestSchema.parse(request(id)), meaningOf);
    } catch (error) {
      // The end of the worker was logged when it came.
      if (error !== this.#worker.end) console.error('The worker that reads files could not answer:', error instanceof Error ? error.message : error);
      throw error;
    }
  }
}

function readIn(answer: AreasAnswer): AreasRead | null {
  return answer.kind === 'read' ? { extent: answer.extent, vertices: answer.vertices, graphics: answer.graphics } : null;
}

function drawingIn(answer: AreasAnswer): Drawing | null {
  return answer.kind === 'drawn' ? answer.drawing : null;
}
