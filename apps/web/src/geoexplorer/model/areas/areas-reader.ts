import type { PlaceFeature } from '../map/look.ts';
import type { Drawing } from '../../../map-drawing/drawing.ts';
import type { SeenView } from '../../../map-drawing/shapes-layer.ts';
import type { Graphics } from '../../../map-drawing/graphics.ts';
import { answerSchema, requestSchema } from './messages.ts';
import type { AreasAnswer, AreasRequest, ChosenFile, ReadOutcome } from './messages.ts';
import { NotLoadedError } from '../../../ui/late-code.ts';
import { OpenQuestions } from '../../../ui/open-questions.ts';
import { startWorker } from '../../../ui/start-worker.ts';

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
  /** Null if the browser does not start a worker. */
  readonly #worker: Worker | null;
  /** Null until there are files. */
  #listener: AreasListener | null = null;
  readonly #questions = new OpenQuestions<AreasAnswer>();
  #isIncomplete = false;

  constructor() {
    const worker = startWorker(() => new Worker(new URL('areas.worker.ts', import.meta.url), { type: 'module' }));
    this.#worker = worker instanceof Error ? null : worker;
    if (worker instanceof Error) {
      this.#questions.close(worker);
      return;
    }
    worker.addEventListener('error', (event: Event) => {
      event.preventDefault();
      // Only an exception has a message.
      const message = event instanceof ErrorEvent ? event.message : '';
      this.#fail(message === '' ? new NotLoadedError('The worker that reads files could not be loaded.') : new Error(message));
    });
    worker.addEventListener('messageerror', () => {
      this.#fail(new Error('An answer of the worker that reads files could not be received.'));
    });
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      try {
        this.#take(answerSchema.parse(data));
      } catch (error) {
        this.#fail(asError(error));
      }
    });
  }

  /** Whether it still answers, as far as is known. */
  get isUsable(): boolean {
    return this.#questions.end === null;
  }

  /** Whether another one, which requests its code again, may read files that this one cannot. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  read(files: readonly ChosenFile[], listener: AreasListener): Promise<AreasRead> {
    this.#listener = listener;
    const { end } = this.#questions;
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

  /** The features at a position; the tolerance is in metres of EPSG:3857. */
  look(x: number, y: number, tolerance: number): Promise<AreasFound> {
    return this.#ask((id) => ({ kind: 'look', id, x, y, tolerance }), (answer) => (answer.kind === 'found' ? answer : null));
  }

  /** Ends the worker and discards everything in it. Open questions are rejected with a `ReaderClosedError`. */
  close(): void {
    this.#stop(new ReaderClosedError('The files were replaced by others.'));
  }

  #ask<Meaning>(request: (id: number) => AreasRequest, meaningOf: (answer: AreasAnswer) => Meaning | null): Promise<Meaning> {
    const send = (id: number): void => {
      try {
        this.#worker?.postMessage(requestSchema.parse(request(id)));
      } catch (error) {
        console.error('A question to the worker that reads files could not be asked:', error);
        throw error;
      }
    };
    return this.#questions.ask(send, meaningOf);
  }

  #take(answer: AreasAnswer): void {
    if (!this.isUsable) return;
    if (answer.kind === 'file') this.#listener?.onOutcome(answer.index, answer.outcome);
    else if (answer.kind === 'incomplete') this.#isIncomplete = true;
    else if (answer.kind !== 'failed') {
      if (!this.#questions.answer(answer.id, answer)) throw new Error(`The worker answered question ${answer.id} with "${answer.kind}".`);
    } else if (answer.id === null) this.#fail(new Error(answer.message));
    else {
      console.error('The worker that reads files could not answer:', answer.message);
      this.#questions.refuse(answer.id, new Error(answer.message));
    }
  }

  #fail(error: Error): void {
    if (!this.isUsable) return;
    // Code that did not arrive is loaded again when it is needed.
    if (this.#listener !== null || !(error instanceof NotLoadedError)) console.error('The worker that reads files is out of order:', error);
    this.#stop(error);
    this.#listener?.onFailure(error);
  }

  #stop(error: Error): void {
    this.#worker?.terminate();
    this.#questions.close(error);
  }
}

function readIn(answer: AreasAnswer): AreasRead | null {
  return answer.kind === 'read' ? { extent: answer.extent, vertices: answer.vertices, graphics: answer.graphics } : null;
}

function drawingIn(answer: AreasAnswer): Drawing | null {
  return answer.kind === 'drawn' ? answer.drawing : null;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
