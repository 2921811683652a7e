import { once } from 'node:events';
import type { Page, Request, Route } from '@playwright/test';

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
  readonly body: string;
}

/** Answers the site's calls as instructed and records them. */
export class StubbedApi {
  readonly #page: Page;
  readonly #asked: Asked[] = [];

  constructor(page: Page) {
    this.#page = page;
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
    await this.#on('POST', UPLOADS, () => answer);
  }

  async uploadsHang(): Promise<(answer: Answer) => Promise<void>> {
    return this.#hang(UPLOADS);
  }

  /** Downloads wait until the returned function gives them their response. */
  async filesHang(): Promise<(answer: Answer) => Promise<void>> {
    return this.#hang(FILE);
  }

  async #hang(address: RegExp): Promise<(answer: Answer) => Promise<void>> {
    const waiting: Route[] = [];
    await this.#page.route(address, (route) => {
      this.#remember(route.request());
      waiting.push(route);
    });
    return async (answer) => {
      for (const route of waiting.splice(0)) await reply(route, answer);
    };
  }

  async tasksAnswer(answer: Answer = { status: 201, body: { uuid: 'task-1', progress_status: 'READY' } }) {
    await this.#on('POST', TASKS, () => answer);
  }

  /** The polls get these responses in turn, and then the last one repeatedly. */
  async pollsAnswer(...answers: [Answer, ...Answer[]]) {
    let next = 0;
    const [first] = answers;
    await this.#on('GET', TASK, () => answers[Math.min(next++, answers.length - 1)] ?? first);
  }

  /** The polls get a task with this status and these fields. */
  async pollsGive(progress_status: string, fields: Record<string, unknown> = {}) {
    await this.pollsAnswer({ body: { progress_status, ...fields } });
  }

  async cancellationAnswers(answer: Answer) {
    await this.#on('DELETE', TASK, () => answer);
  }

  async deletionAnswers(answer: Answer) {
    await this.#on('DELETE', FILE, () => answer);
  }

  /** Deletions wait on their way to the server. @returns a function that lets them go on. */
  async holdsDeletions(): Promise<() => void> {
    const held = new EventTarget();
    const isLetGo = once(held, 'goes on');
    await this.#page.route(FILE, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await isLetGo;
      return route.continue();
    });
    return () => {
      held.dispatchEvent(new Event('goes on'));
    };
  }

  async filesAnswer(answer: Answer) {
    await this.#on('GET', FILE, () => answer);
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
    let next = 0;
    const [first] = answers;
    await this.#on('GET', LAYER_GROUPS, () => answers[Math.min(next++, answers.length - 1)] ?? first);
  }

  /** What each layer, by uuid, has at every queried place; others have nothing. */
  async layerFeaturesAnswer(answers: Readonly<Record<string, Answer>>) {
    await this.#page.route(LAYER_FEATURES, (route) => {
      this.#remember(route.request());
      const uuid = LAYER_FEATURES.exec(route.request().url())?.[1] ?? '';
      return reply(route, answers[uuid] ?? { body: { features: [] } });
    });
  }

  /** The list of layers never arrives. */
  async layerGroupsHang() {
    await this.#page.route(LAYER_GROUPS, (route) => {
      this.#remember(route.request());
    });
  }

  async #on(method: string, address: RegExp, answer: () => Answer) {
    await this.#page.route(address, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      this.#remember(route.request());
      return reply(route, answer());
    });
  }

  #remember(request: Request) {
    this.#asked.push({
      method: request.method(),
      path: new URL(request.url()).pathname,
      contentType: request.headers()['content-type'],
      body: request.postDataBuffer()?.toString('latin1') ?? '',
    });
  }
}

async function reply(route: Route, answer: Answer): Promise<void> {
  if (answer === 'no connection') return route.abort('connectionrefused');
  const { status = 200, body, headers = {}, text } = answer;
  return route.fulfill({ status, headers: { 'content-type': 'application/json', ...headers }, body: text ?? (body === undefined ? '' : JSON.stringify(body)) });
}
