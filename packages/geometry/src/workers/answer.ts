import { settlePiece } from '../pieces/piece.ts';
import type { PieceTask } from '../pieces/piece.ts';
import { TooTangledError } from '../tangled.ts';
import type { PieceAnswer } from './messages.ts';

/** Processes a task in a worker. An unexpected error ends the worker, which notifies whoever is waiting. */
export function answerTo(task: PieceTask): PieceAnswer {
  try {
    return { result: settlePiece(task) };
  } catch (error) {
    if (error instanceof TooTangledError) return { tangled: error.count };
    throw error;
  }
}
