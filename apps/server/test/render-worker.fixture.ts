// A render thread controlled by the colour of a legend, or the background of a map: it crashes, hangs, fails, or answers.
import { parentPort } from 'node:worker_threads';
import { renderOrderSchema } from '../src/wms/render-messages.ts';

parentPort?.on('message', (message: unknown) => {
  const order = renderOrderSchema.parse(message);
  const color = order.kind === 'legend' ? order.layer.color : order.kind === 'map' ? order.appearance.background : '';
  if (color === 'crash') process.exit(1);
  else if (color === 'throw') throw new Error('a fault of the renderer');
  else if (color === 'fail') parentPort?.postMessage({ kind: 'failed', reason: 'no such layer' });
  else if (color === 'nonsense') parentPort?.postMessage({ kind: 'soup' });
  else if (color === 'slow') setTimeout(() => parentPort?.postMessage({ kind: 'done', body: Uint8Array.of(2) }), 300);
  else if (color !== 'hang') parentPort?.postMessage({ kind: 'done', body: Uint8Array.of(1) });
});
