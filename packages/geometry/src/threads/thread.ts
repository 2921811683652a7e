// Runs in a worker thread: repairs the pieces sent to it, one after the other.
import { parentPort } from 'node:worker_threads';
import type { PieceTask } from '../pieces/piece.ts';
import { answerTo } from '../workers/answer.ts';
import { buffersOfResult } from '../workers/messages.ts';

parentPort?.on('message', (task: PieceTask) => {
  const answer = answerTo(task);
  parentPort?.postMessage(answer, 'result' in answer ? buffersOfResult(answer.result) : []);
});
