import { afterEach, describe, expect, it } from 'vitest';
import type { RenderOrder } from '../src/wms/render-messages.ts';
import { RenderPool } from '../src/wms/render-pool.ts';
import { ServiceError } from '../src/wms/service-error.ts';

let faults: unknown[] = [];
let pool: RenderPool | null = null;
afterEach(async () => {
  await pool?.close();
  faults = [];
});

function poolOf(options: { threads?: number; queue?: number; milliseconds?: number } = {}): RenderPool {
  pool = new RenderPool({ threads: 1, queue: 10, largePicture: 1_000_000, milliseconds: 20_000, ...options, onFault: (reason) => faults.push(reason), worker: new URL('./render-worker.fixture.ts', import.meta.url) });
  return pool;
}

function order(color: string): RenderOrder {
  return { kind: 'legend', isOutlined: false, color, width: 1, height: 1, appearance: { format: 'image/png', transparent: false, background: '#ffffff' } };
}

function largeOrder(background: string): RenderOrder {
  const layer = { folder: '/nowhere', version: '1', color: '#000000', isOutlined: false, code: 'a', title: 'a' };
  const view = { width: 1000, height: 500, plane: 'mercator' as const, west: 0, south: 0, east: 1, north: 1 };
  return { kind: 'map', layers: [layer, layer], view, appearance: { format: 'image/png', transparent: false, background } };
}

describe('RenderPool', () => {
  it('draws on after threads that crashed, threw, failed or talked nonsense', async () => {
    const drawing = poolOf();
    for (const fault of ['crash', 'throw', 'fail', 'nonsense']) {
      await expect(drawing.render(order(fault))).rejects.toMatchObject({ status: 503 });
      expect(await drawing.render(order('good'))).toEqual(Uint8Array.of(1));
    }
    // What crashes is tried on a second thread before it is given up.
    expect(faults).toHaveLength(6);
  });

  it('ends what takes too long, and serves who waited behind it', async () => {
    const drawing = poolOf({ milliseconds: 3000 });
    await drawing.render(order('good'));
    const hanging = drawing.render(order('hang'));
    const waiting = drawing.render(order('good'));
    await expect(hanging).rejects.toThrow('takes more than 3 seconds');
    expect(await waiting).toEqual(Uint8Array.of(1));
  });

  it('refuses more than may wait', async () => {
    const drawing = poolOf({ queue: 2 });
    const slow = drawing.render(order('slow'));
    const waiting = [drawing.render(order('good')), drawing.render(order('good'))];
    await expect(drawing.render(order('good'))).rejects.toThrow('busy');
    expect(await slow).toEqual(Uint8Array.of(2));
    expect(await Promise.all(waiting)).toHaveLength(2);
  });

  it('forgets what nobody waits for any more', async () => {
    const drawing = poolOf({ queue: 1 });
    const slow = drawing.render(order('slow'));
    const client = new AbortController();
    const left = drawing.render(order('good'), client.signal);
    client.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await drawing.render(order('good'))).toEqual(Uint8Array.of(1));
    expect(await slow).toEqual(Uint8Array.of(2));
  });

  it('keeps a thread for tiles while large pictures are drawn', async () => {
    const drawing = poolOf({ threads: 2 });
    const large = Promise.allSettled([drawing.render(largeOrder('hang')), drawing.render(largeOrder('hang'))]);
    expect(await drawing.render(order('good'))).toEqual(Uint8Array.of(1));
    await drawing.close();
    expect(await large).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  });

  it('draws large pictures one after the other where there is one thread', async () => {
    const drawing = poolOf();
    expect(await Promise.all([drawing.render(largeOrder('slow')), drawing.render(largeOrder('slow'))])).toEqual([Uint8Array.of(2), Uint8Array.of(2)]);
  });

  it('tells everyone when it closes', async () => {
    const drawing = poolOf();
    const orders = [drawing.render(order('hang')), drawing.render(order('good'))];
    const told = Promise.allSettled(orders);
    await drawing.close();
    for (const outcome of await told) expect(outcome.status === 'rejected' && outcome.reason instanceof ServiceError).toBe(true);
    await expect(drawing.render(order('good'))).rejects.toThrow('stopping');
  });
});
