import { afterEach, describe, expect, it } from 'vitest';
import type { RenderOrder } from '../src/wms/render-messages.ts';
import { RenderPool } from '../src/wms/render-pool.ts';
import { ServiceError } from '../src/wms/service-error.ts';
import { containing } from './api-client.fixture.ts';

let faults: unknown[] = [];
let pool: RenderPool | null = null;
afterEach(async () => {
  await pool?.close();
  faults = [];
});

function poolOf(options: { queue?: number; largeQueue?: number; milliseconds?: number } = {}): RenderPool {
  pool = new RenderPool({ threads: 2, queue: 10, largeQueue: 10, largePicture: 1_000_000, milliseconds: 20_000, ...options, onFault: (reason) => faults.push(reason), worker: new URL('./render-worker.fixture.ts', import.meta.url) });
  return pool;
}

function order(color: string): RenderOrder {
  return { kind: 'legend', layer: { folder: '/nowhere', version: '1', color, isOutlined: false, code: 'a', title: 'a' }, width: 1, height: 1, appearance: { format: 'image/png', transparent: false, background: '#ffffff' } };
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
    // A crashing order is tried on a second thread before giving up.
    expect(faults).toHaveLength(6);
  });

  it('ends what takes too long, and serves who waited behind it', async () => {
    const drawing = poolOf({ milliseconds: 3000 });
    await drawing.render(order('good'));
    const hanging = Promise.allSettled([drawing.render(order('hang')), drawing.render(order('hang'))]);
    const waiting = drawing.render(order('good'));
    for (const outcome of await hanging) expect(outcome.status === 'rejected' && String(outcome.reason)).toContain('takes more than 3 seconds');
    expect(await waiting).toEqual(Uint8Array.of(1));
  });

  it('refuses more than may wait', async () => {
    const drawing = poolOf({ queue: 2 });
    const slow = [drawing.render(order('slow')), drawing.render(order('slow'))];
    const waiting = [drawing.render(order('good')), drawing.render(order('good'))];
    await expect(drawing.render(order('good'))).rejects.toThrow('busy');
    expect(await Promise.all(slow)).toEqual([Uint8Array.of(2), Uint8Array.of(2)]);
    expect(await Promise.all(waiting)).toHaveLength(2);
  });

  it('forgets what nobody waits for any more', async () => {
    const drawing = poolOf({ queue: 1 });
    const slow = [drawing.render(order('slow')), drawing.render(order('slow'))];
    const client = new AbortController();
    const left = drawing.render(order('good'), client.signal);
    client.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await drawing.render(order('good'))).toEqual(Uint8Array.of(1));
    expect(await Promise.all(slow)).toEqual([Uint8Array.of(2), Uint8Array.of(2)]);
  });

  it('draws tiles while large pictures hold all that they may have: what is drawn, and their queue', async () => {
    const drawing = poolOf({ queue: 2, largeQueue: 3 });
    const large = Promise.allSettled(Array.from({ length: 4 }, () => drawing.render(largeOrder('hang'))));
    await expect(drawing.render(largeOrder('good'))).rejects.toMatchObject({ status: 503, message: containing('large pictures') });
    for (let tile = 0; tile < 20; tile++) expect(await drawing.render(order('good'))).toEqual(Uint8Array.of(1));
    await drawing.close();
    expect((await large).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
  });

  it('draws a large picture in its turn, before tiles that came later', async () => {
    const drawing = poolOf({ queue: 30 });
    const done: string[] = [];
    const draw = async (name: string, asked: RenderOrder): Promise<void> => {
      await drawing.render(asked);
      done.push(name);
    };
    await Promise.all([draw('slow', order('slow')), draw('slow', order('slow')), draw('large', largeOrder('good')), ...Array.from({ length: 6 }, () => draw('tile', order('slow')))]);
    expect(done).toHaveLength(9);
    expect(done.indexOf('large')).toBeLessThan(done.lastIndexOf('tile'));
  });

  it('gives a large picture up that nobody waits for any more', async () => {
    const drawing = poolOf({ largeQueue: 1 });
    const held = drawing.render(largeOrder('slow'));
    const client = new AbortController();
    const left = drawing.render(largeOrder('good'), client.signal);
    client.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await drawing.render(largeOrder('good'))).toEqual(Uint8Array.of(1));
    expect(await held).toEqual(Uint8Array.of(2));
  });

  it('tells everyone when it closes', async () => {
    const drawing = poolOf();
    const orders = [drawing.render(order('hang')), drawing.render(largeOrder('hang')), drawing.render(largeOrder('good')), drawing.render(order('good'))];
    const told = Promise.allSettled(orders);
    await drawing.close();
    for (const outcome of await told) expect(outcome.status === 'rejected' && outcome.reason instanceof ServiceError).toBe(true);
    await expect(drawing.render(order('good'))).rejects.toThrow('stopping');
  });
});
