import { once } from 'node:events';
import type { Page, Request, Route } from '@playwright/test';
import type { Front, Reply, Taken } from './front.ts';

type Answer = { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string>; readonly text?: string } | 'no connection';

const UPLOADS = /\/api\/v1\/tools\/files$/;
const FILE = /\/api\/v1\/tools\/files\/([^/?]+)$/;
const TASKS = /\/api\/v1\/tools\/(fix-geometry|convert|reproject|merge|split|extract|simplify|buffer|compress)$/;
const TASK = /\/api\/v1\/tools\/(?:fix-geometry|convert|reproject|merge|split|extract|simplify|buffer|compress)\/([^/?]+)$/;
const LAYER_FEATURES = /\/api\/v1\/layers\/([^/?]+)\/features\?/;
const LAYER_GROUPS = /\/api\/v1\/layers\/layer_groups$/;

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  /** What finds the task of an earlier call again. */
  readonly key: string | undefined;
  readonly body: string;
}

/** Answers the site's calls as instructed and records them. */
export class StubbedApi {
  readonly #page: Page;
  readonly #front: Front;
  readonly #asked: Asked[] = [];
  /** For each call that fails, by method and address, how Playwright is told that it does not any more. */
  readonly #failing = new Map<string, () => Promise<void>>();

  constructor(page: Page, front: Front) {
    this.#page = page;
    this.#front = front;
  }

  /** The calls so far, filtered by method and path if given. */
  asked(method?: string, path?: RegExp): Asked[] {
    return this.#asked.filter((call) => (method === undefined || call.method === method) && (path === undefined || path.test(call.path)));
  }

  /** The tasks requested so far: the tool's address and the request body. */
  tasks(): { readonly tool: string | undefined; readonly body: unknown }[] {
    return this.asked('POST', TASKS).map(({ path, body }) => {
      const parsed: unknown = JSON.parse(body);
      return { tool: TASKS.exec(path)?.[1], body: parsed };
    });
  }

  polls(): number {
    return this.asked('GET', TASK).length;
  }

  /** The response to every upload; a hanging upload gets its response from the returned function. */
  async uploadsAnswer(answer: Answer = { status: 201, body: { uuid: 'upload-1' } }) {
    await this.#on('POST', UPLOADS, [answer]);
  }

  uploadsHang(): Promise<(answer: Answer) => Promise<void>> {
    return Promise.resolve(this.#hang(UPLOADS));
  }

  /** Downloads wait until the returned function gives them their response. */
  filesHang(): Promise<(answer: Answer) => Promise<void>> {
    return Promise.resolve(this.#hang(FILE));
  }

  /** Cancellations wait until the returned function gives them their response. */
  cancellationsHang(): Promise<(answer: Answer) => Promise<void>> {
    return Promise.resolve(this.#hang(TASK, 'DELETE'));
  }

  /** Deletions of files wait until the returned function gives them their response. */
  deletionsHang(): Promise<(answer: Answer) => Promise<void>> {
    return Promise.resolve(this.#hang(FILE, 'DELETE'));
  }

  #hang(address: RegExp, method?: string): (answer: Answer) => Promise<void> {
    const waiting: ((reply: Reply) => void)[] = [];
    let arrival = Promise.withResolvers<null>();
    this.#front.has({
      takes: (asked, { href }) => (method === undefined || asked === method) && address.test(href),
      reply: (taken) => {
        this.#remember(taken);
        const { promise, resolve } = Promise.withResolvers<Reply>();
        waiting.push(resolve);
        arrival.resolve(null);
        return promise;
      },
    });
    return async (answer) => {
      if (answer === 'no connection') throw new Error('Who waits has a connection.');
      // The page may say that it asks before its request is here.
      await arrival.promise;
      arrival = Promise.withResolvers();
      for (const resolve of waiting.splice(0)) resolve(replyOf(answer));
    };
  }

  async tasksAnswer(answer: Answer = { status: 201, body: { uuid: 'task-1', progress_status: 'READY' } }) {
    await this.#on('POST', TASKS, [answer]);
  }

  /** The polls get these responses in turn, and then the last one repeatedly. */
  async pollsAnswer(...answers: [Answer, ...Answer[]]) {
    await this.#on('GET', TASK, answers);
  }

  /** The polls get a task with this status and these fields. */
  async pollsGive(progress_status: string, fields: Record<string, unknown> = {}) {
    await this.pollsAnswer({ body: { progress_status, ...fields } });
  }

  async cancellationAnswers(answer: Answer) {
    await this.#on('DELETE', TASK, [answer]);
  }

  async deletionAnswers(answer: Answer) {
    await this.#on('DELETE', FILE, [answer]);
  }

  /** Deletions wait on their way to the server. @returns a function that lets them go on. */
  holdsDeletions(): Promise<() => void> {
    const held = new EventTarget();
    const isLetGo = once(held, 'goes on');
    this.#front.has({
      takes: (method, { href }) => method === 'DELETE' && FILE.test(href),
      reply: () => isLetGo.then(() => 'pass on' as const),
    });
    return Promise.resolve(() => {
      held.dispatchEvent(new Event('goes on'));
    });
  }

  async filesAnswer(answer: Answer) {
    await this.#on('GET', FILE, [answer]);
  }

  /** Upload and creation succeed, and the task has this status from the first poll on. */
  async repairEnds(progress_status: string, fields: Record<string, unknown> = {}) {
    await this.uploadsAnswer();
    await this.tasksAnswer();
    await this.pollsGive(progress_status, fields);
  }

  /** The explorer's list of layers gets these responses in turn, and then the last one repeatedly. Its layers have no features anywhere. */
  async layerGroupsAnswer(...answers: [Answer, ...Answer[]]) {
    await this.layerFeaturesAnswer({});
    await this.#on('GET', LAYER_GROUPS, answers);
  }

  /** What each layer, by uuid, has at every queried place; others have nothing. */
  layerFeaturesAnswer(answers: Readonly<Record<string, Exclude<Answer, 'no connection'>>>): Promise<void> {
    this.#front.has({
      takes: (_method, { href }) => LAYER_FEATURES.test(href),
      reply: (taken) => {
        this.#remember(taken);
        const uuid = LAYER_FEATURES.exec(taken.url.href)?.[1] ?? '';
        return replyOf(answers[uuid] ?? { body: { features: [] } });
      },
    });
    return Promise.resolve();
  }

  /** The list of layers never arrives. */
  layerGroupsHang(): Promise<void> {
    this.#hang(LAYER_GROUPS);
    return Promise.resolve();
  }

  /** The calls get these answers in turn, and then the last one repeatedly. */
  async #on(method: string, address: RegExp, answers: readonly [Answer, ...Answer[]]) {
    const call = `${method} ${String(address)}`;
    await this.#failing.get(call)?.();
    let next = 0;
    const [first] = answers;
    const answer = () => answers[Math.min(next++, answers.length - 1)] ?? first;
    if (answers.includes('no connection')) await this.#onFailing(call, method, address, answer);
    else {
      this.#front.has({
        takes: (asked, { href }) => asked === method && address.test(href),
        reply: (taken) => {
          this.#remember(taken);
          const given = answer();
          if (given === 'no connection') throw new Error('A call that fails is answered by Playwright.');
          return replyOf(given);
        },
      });
    }
  }

  /** No server can answer that there is none. */
  async #onFailing(call: string, method: string, address: RegExp, answer: () => Answer) {
    const handler = async (route: Route) => {
      if (route.request().method() !== method) return route.fallback();
      this.#remember(takenOf(route.request()));
      const given = answer();
      return given === 'no connection' ? route.abort('connectionrefused') : route.fulfill(replyOf(given));
    };
    await this.#page.route(address, handler);
    this.#failing.set(call, async () => {
      this.#failing.delete(call);
      await this.#page.unroute(address, handler);
    });
  }

  #remember({ method, url, contentType, key, body }: Taken) {
    this.#asked.push({ method, path: url.pathname, contentType, key, body: body.toString('latin1') });
  }
}

function takenOf(request: Request): Taken {
  return { method: request.method(), url: new URL(request.url()), contentType: request.headers()['content-type'], key: request.headers()['idempotency-key'], body: request.postDataBuffer() ?? Buffer.of() };
}

function replyOf({ status = 200, body, headers = {}, text }: Exclude<Answer, 'no connection'>): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text ?? (body === undefined ? '' : JSON.stringify(body)) };
}
