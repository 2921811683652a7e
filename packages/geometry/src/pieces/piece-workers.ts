import type { PieceResult, PieceTask } from './piece.ts';

/** Threads that repair pieces of a layer with `settlePiece`. */
export interface PieceWorkers {
  readonly count: number;
  /** Takes over the buffers of the task. Rejects with whatever `settlePiece` throws. */
  run(task: PieceTask): Promise<PieceResult>;
  /** Terminates the threads. */
  stop(): void;
}
