// Ends the whole process when its parent is gone, even while the main thread is busy.
import { workerData } from 'node:worker_threads';
import { z } from 'zod';

const { parent } = z.object({ parent: z.number().int() }).parse(workerData);

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 500);
