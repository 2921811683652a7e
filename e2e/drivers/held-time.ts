import { expect } from '@playwright/test';
import type { Page, Request } from '@playwright/test';

const AN_HOUR = 3_600_000;

/** Runs in the page: work that waits for zero time is done even while time stands still, and the page exposes how many calls are unanswered or their answers not yet read. */
function doWhatIsDueAtOnce(): void {
  const wait = window.setTimeout.bind(window);
  const forget = window.clearTimeout.bind(window);
  const due = new Map<number, () => void>();
  const turns = new MessageChannel();
  let last = 0;
  turns.port1.onmessage = ({ data }: MessageEvent<number>) => {
    const task = due.get(data);
    due.delete(data);
    task?.();
  };
  Object.assign(window, {
    setTimeout: (task: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
      if (delay > 0) return wait(task, delay, ...given);
      last -= 1;
      due.set(last, () => task(...given));
      turns.port2.postMessage(last);
      return last;
    },
    clearTimeout: (id: number) => {
      if (!due.delete(id)) forget(id);
    },
  });
  const call = window.fetch.bind(window);
  let calls = 0;
  const count = (change: number): void => {
    calls += change;
    document.documentElement.dataset['calls'] = String(calls);
  };
  const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    count(1);
    try {
      return await work();
    } finally {
      // In a later turn, by which the page has begun its next step.
      setTimeout(() => count(-1));
    }
  };
  Object.assign(window, { fetch: (...given: Parameters<typeof fetch>) => counted(() => call(...given)) });
  // On a slow machine the body of an answer is read much later than its headers.
  for (const name of ['text', 'json', 'blob', 'arrayBuffer'] as const) {
    const read = Response.prototype[name];
    Object.assign(Response.prototype, {
      [name](this: Response) {
        return counted(() => read.call(this));
      },
    });
  }
}

/** The number of turns without a call in progress after which nothing more is due: timers, effects and answers begin calls some turns later. */
const QUIET_TURNS = 100;

/** Runs in the page: waits until the responses to the calls counted there have arrived and been read, and no other call begins. */
function pageIsQuiet(turns: number): Promise<void> {
  const { dataset } = document.documentElement;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let quiet = 0;
    port1.onmessage = () => {
      quiet = (dataset['calls'] ?? '0') === '0' ? quiet + 1 : 0;
      if (quiet < turns) port2.postMessage(null);
      else resolve();
    };
    port2.postMessage(null);
  });
}

/** The clock of a page, once it is held: time passes only on request, however slow the machine is. */
export class HeldTime {
  readonly #page: Page;
  readonly #underWay = new Set<Request>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => this.#underWay.add(request));
    page.on('requestfinished', (request) => this.#underWay.delete(request));
    page.on('requestfailed', (request) => this.#underWay.delete(request));
  }

  /** From now on, or from the given moment. */
  async hold(moment?: string) {
    const held = moment === undefined ? Date.now() : Date.parse(moment);
    // An installed clock runs until it is paused, and can only be paused at a future moment.
    await this.#page.clock.install({ time: held - AN_HOUR });
    await this.#page.clock.pauseAt(held);
    await this.#page.addInitScript(doWhatIsDueAtOnce);
    await this.#page.evaluate(doWhatIsDueAtOnce);
  }

  /** Lets seconds pass one by one, with each response arriving before the next second. */
  async passSeconds(seconds: number) {
    for (let second = 0; second < seconds; second += 1) {
      await this.#page.clock.runFor(1000);
      await this.#callsAreAnswered();
    }
  }

  async #callsAreAnswered() {
    // Ask the page first: the test itself notices a call only some time later.
    await this.#page.evaluate(pageIsQuiet, QUIET_TURNS);
    if (this.#underWay.size > 0) await expect.poll(() => this.#underWay.size, { intervals: [1, 2, 5, 10, 20] }).toBe(0);
    await this.#page.evaluate(() => undefined);
  }
}
