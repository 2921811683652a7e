import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AskedWorker } from './asked-worker.ts';
import { NotLoadedError } from './late-code.ts';

const schema = z.union([
  z.object({ kind: z.literal('sum'), id: z.number(), sum: z.number() }),
  z.object({ kind: z.literal('product'), id: z.number() }),
  z.object({ kind: z.literal('news'), share: z.number() }),
  z.object({ kind: z.literal('failed'), id: z.number().nullable(), message: z.string() }),
]);
type Message = z.output<typeof schema>;

class SilentWorker extends EventTarget {
  static readonly started: SilentWorker[] = [];
  readonly asked: unknown[] = [];
  isEnded = false;
  onmessage = null;
  onmessageerror = null;
  onerror = null;

  constructor() {
    super();
    SilentWorker.started.push(this);
  }

  postMessage(question: unknown): void {
    this.asked.push(question);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

/** A worker that says what the test sends, and what the page hears of it. */
function workerOf() {
  const [news, failures]: [Message[], Error[]] = [[], []];
  const asked = new AskedWorker<Message>({ does: 'adds', start: () => new SilentWorker(), schema, onNews: (message) => news.push(message), onFailure: (error) => failures.push(error) });
  const worker = SilentWorker.started.at(-1);
  if (worker === undefined) throw new Error('No worker was started.');
  const sum = () => asked.ask((id) => ({ id, add: [1, 2] }), (answer) => (answer.kind === 'sum' ? answer.sum : null));
  const says = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }));
  return { asked, worker, sum, says, news, failures };
}

describe('a worker that is asked', () => {
  beforeAll(() => {
    vi.stubGlobal('ErrorEvent', class extends Event {});
    return () => vi.unstubAllGlobals();
  });

  it('answers each question under its id, refuses some, and tells news', async () => {
    const { worker, sum, says, news, failures } = workerOf();
    const [one, other] = [sum(), sum()];
    expect(worker.asked).toEqual([{ id: 0, add: [1, 2] }, { id: 1, add: [1, 2] }]);
    says({ kind: 'news', share: 0.5 });
    says({ kind: 'failed', id: 1, message: 'too large' });
    says({ kind: 'sum', id: 0, sum: 3 });
    await expect(one).resolves.toBe(3);
    await expect(other).rejects.toThrow('too large');
    expect(news).toEqual([{ kind: 'news', share: 0.5 }]);
    expect(failures).toEqual([]);
  });

  it.each([
    ['a failure of its own', { kind: 'failed', id: null, message: 'out of memory' }, 'out of memory'],
    ['an answer that is none', { kind: 'sum', id: 0 }, 'sum'],
    ['an answer to another question', { kind: 'product', id: 0 }, 'answered question 0 with "product"'],
  ])('is ended by %s: every question is rejected, and the page hears of it once', async (_, message, reason) => {
    const { asked, worker, sum, says, failures } = workerOf();
    const open = sum();
    says(message);
    says(message);
    await expect(open).rejects.toThrow(reason);
    await expect(sum()).rejects.toThrow(reason);
    expect([worker.isEnded, failures.length]).toEqual([true, 1]);
    expect(asked.end).toBe(failures[0]);
  });

  it('that does not load fails as code that did not arrive', async () => {
    const { worker, sum, failures } = workerOf();
    worker.dispatchEvent(new Event('error'));
    await expect(sum()).rejects.toBeInstanceOf(NotLoadedError);
    expect(failures).toHaveLength(1);
  });

  it('that a browser does not start rejects every question', async () => {
    const forbidden = (): Worker => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const asked = new AskedWorker<Message>({ does: 'adds', start: forbidden, schema, onNews: () => undefined, onFailure: () => undefined });
    await expect(asked.ask(() => ({}), () => 1)).rejects.toThrow('does not start workers');
  });

  it('that was closed is ended, and says nothing any more', async () => {
    const { asked, worker, sum, says, news, failures } = workerOf();
    const open = sum();
    asked.close(new Error('closed'));
    says({ kind: 'news', share: 1 });
    worker.dispatchEvent(new Event('messageerror'));
    await expect(open).rejects.toThrow('closed');
    expect([worker.isEnded, news, failures]).toEqual([true, [], []]);
  });
});
