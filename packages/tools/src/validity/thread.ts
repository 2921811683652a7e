// Runs in a worker thread: judges the features sent to it, one batch after the other. An error ends the thread, and with it the tool that waits for it.
import { parentPort } from 'node:worker_threads';
import { Judge } from './judge.ts';
import { featuresIn, type Answer, type Question } from './shared-room.ts';

const judge = new Judge();
const rooms = new Map<number, SharedArrayBuffer>();
let before = Promise.resolve();

parentPort?.on('message', (question: Question) => {
  before = before.then(async () => parentPort?.postMessage(await answerTo(question)));
});

async function answerTo({ room, memory: fresh, counts }: Question): Promise<Answer> {
  if (fresh !== null) rooms.set(room, fresh);
  const memory = fresh ?? rooms.get(room);
  if (memory === undefined) throw new Error(`room ${String(room)} was not sent`);
  return { room, invalid: await judge.invalidAmong(featuresIn(memory, counts)) };
}
