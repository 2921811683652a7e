// Runs in a worker thread: repairs the pieces that it is sent, one after the other.
import { parentPort } from 'node:worker_threads';
import { settlePiece } from '../pieces/piece.ts';
import type { PieceTask } from '../pieces/piece.ts';
import { TooTangledError } from '../tangled.ts';
import { buffersOfResult } from './messages.ts';
import type { PieceAnswer } from './messages.ts';

parentPort?.on('message', (task: PieceTask) => {
  const answer = answerTo(task);
  parentPort?.postMessage(answer, 'result' in answer ? buffersOfResult(answer.result) : []);
});

/** What is not foreseen ends the thread, which tells the one that waits. */
function answerTo(task: PieceTask): PieceAnswer {
  try {
    return { result: settlePiece(task) };
  } catch (error) {
    if (error instanceof TooTangledError) return { tangled: error.count };
    throw error;
  }
}
