// Runs in a browser worker: repairs the pieces sent to it, one after the other.
import type { PieceTask } from '../pieces/piece.ts';
import { answerTo } from '../workers/answer.ts';
import { buffersOfResult } from '../workers/messages.ts';

addEventListener('messageerror', () => {
  // Like any unexpected error, it ends the worker, which notifies whoever is waiting.
  throw new Error('A piece of the layer could not be received.');
});

addEventListener('message', ({ data }: MessageEvent<PieceTask>) => {
  const answer = answerTo(data);
  postMessage(answer, { transfer: 'result' in answer ? buffersOfResult(answer.result) : [] });
});
