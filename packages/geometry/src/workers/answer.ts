import { settlePiece } from '../pieces/piece.ts';
import type { PieceTask } from '../pieces/piece.ts';
import { TooTangledError } from '../tangled.ts';
import type { PieceAnswer } from './messages.ts';

/** What a worker does with a task. What is not foreseen ends the worker, which tells the one that waits. */
export function answerTo(task: PieceTask): PieceAnswer {
  try {
    return { result: settlePiece(task) };
  } catch (error) {
    if (error instanceof TooTangledError) return { tangled: error.count };
    throw error;
  }
}
