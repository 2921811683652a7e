import type { Drawing, DrawnView } from './drawing.ts';
import type { Graphics } from './graphics.ts';
import { answerSchema } from './messages.ts';
import type { AreasRequest, FileOutcome, FoundFeature } from './messages.ts';

export interface AreasRead {
  /** Left, bottom, right, top in EPSG:3857; null when no file could be drawn. */
  readonly extent: [number, number, number, number] | null;
  readonly vertices: number;
  readonly graphics: Graphics;
}

export interface ChosenFile {
  /** Place of the file in the pick. */
  readonly index: number;
  readonly format: 'kml' | 'shapefile';
  readonly file: File;
}

/** The files of one pick, read and kept by a worker of their own. */
export class AreasReader {
  readonly #worker = new Worker(new URL('areas.worker.ts', import.meta.url), { type: 'module' });
  readonly #drawings = new Map<number, (drawing: Drawing) => void>();
  readonly #looks = new Map<number, (features: FoundFeature[]) => void>();
  #nextId = 0;

  /** @param onOutcome told the state of each file as it changes. Rejects when the worker cannot run at all. */
  read(files: readonly ChosenFile[], onOutcome: (index: number, outcome: FileOutcome) => void): Promise<AreasRead> {
    return new Promise((resolve, reject) => {
      this.#worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      });
      this.#worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const answer = answerSchema.parse(data);
        switch (answer.kind) {
          case 'file':
            onOutcome(answer.index, answer.outcome);
            break;
          case 'read':
            resolve({ extent: answer.extent, vertices: answer.vertices, graphics: answer.graphics });
            break;
          case 'drawn':
            this.#drawings.get(answer.id)?.(answer.drawing);
            this.#drawings.delete(answer.id);
            break;
          case 'found':
            this.#looks.get(answer.id)?.(answer.features);
            this.#looks.delete(answer.id);
            break;
        }
      });
      this.#ask({ kind: 'read', files: [...files] });
    });
  }

  draw({ extent, resolution, mostVertices }: DrawnView): Promise<Drawing> {
    const id = this.#nextId++;
    this.#ask({ kind: 'draw', id, extent: [...extent], resolution, mostVertices });
    return new Promise((resolve) => this.#drawings.set(id, resolve));
  }

  /** The features at a position, the tolerance in metres of EPSG:3857. */
  look(x: number, y: number, tolerance: number): Promise<FoundFeature[]> {
    const id = this.#nextId++;
    this.#ask({ kind: 'look', id, x, y, tolerance });
    return new Promise((resolve) => this.#looks.set(id, resolve));
  }

  /** Ends the worker and all it holds. Who waits for features gets none; other questions stay unanswered. */
  close(): void {
    this.#worker.terminate();
    for (const answer of this.#looks.values()) answer([]);
    this.#looks.clear();
  }

  #ask(request: AreasRequest): void {
    this.#worker.postMessage(request);
  }
}
