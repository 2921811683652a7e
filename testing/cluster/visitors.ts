import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isUnfinished, taskSchema, uploadSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';

const POLL_MILLISECONDS = 200;
const AGAIN_MILLISECONDS = 200;
/** A task counts as lost if it has not ended this long after the last fault. */
const PATIENCE_MILLISECONDS = 120_000;

/** The responses that visitors got, and the final results. */
export interface Outcome {
  uploads: number;
  tasks: number;
  completed: number;
  /** With the reasons. */
  readonly failed: Map<string, number>;
  /** Acknowledged tasks that did not end, or that are no longer known. */
  lost: number;
  /** Results whose bytes differ from what was sent. */
  broken: number;
  /** Calls that got an error or no response, by request and kind of failure. */
  readonly faults: Map<string, number>;
  /** The longest call with a 503 response, in milliseconds. */
  slowestRefusal: number;
  readonly uuids: string[];
}

export interface Visits {
  /** How long each task takes. */
  readonly milliseconds: number;
  /** How large each upload is. */
  readonly bytes?: number;
  /** How long the first visitor takes to send each upload. */
  readonly slowlyMilliseconds?: number;
}

const SLOW_PIECES = 20;

interface Completed {
  readonly task: string;
  readonly output: string;
  readonly checksum: string;
}

/**
 * Visitors who repeat the whole flow, each with different bytes, and retry when a call fails, until `stop` is called. Then each
 * finishes what is in progress.
 */
export class Visitors {
  readonly #address: string;
  readonly #bytes: number;
  readonly #slowlyMilliseconds: number;
  readonly #completed: Completed[] = [];
  readonly #underWay = { upload: 0, task: 0 };
  readonly #visits: Promise<void>[];
  readonly #outcome: Outcome = { uploads: 0, tasks: 0, completed: 0, failed: new Map(), lost: 0, broken: 0, faults: new Map(), slowestRefusal: 0, uuids: [] };
  #isOver = false;
  #overSince = Infinity;

  constructor(address: string, count: number, { milliseconds, bytes = 20_000, slowlyMilliseconds = 0 }: Visits) {
    this.#address = address;
    this.#slowlyMilliseconds = slowlyMilliseconds;
    this.#bytes = bytes;
    this.#visits = Array.from({ length: count }, (_, number) => this.#visit(number, milliseconds));
  }

  get completed(): number {
    return this.#outcome.completed;
  }

  /** How many of them are currently sending an upload, and how many are waiting for a task. */
  get underWay(): Readonly<{ upload: number; task: number }> {
    return { ...this.#underWay };
  }

  /** Returns when each has finished and has verified the earlier results again. */
  async stop(): Promise<Outcome> {
    this.#isOver = true;
    this.#overSince = performance.now();
    await Promise.all(this.#visits);
    for (const completed of this.#completed) await this.#lookAgain(completed);
    return this.#outcome;
  }

  /** A result that was once complete is still there and complete. */
  async #lookAgain({ task, output, checksum }: Completed): Promise<void> {
    const now = await this.#orNull(() => this.#poll(0, task));
    const bytes = await this.#orNull(() => this.#download(0, output));
    if (now?.progress_status !== 'COMPLETED' || bytes === null) this.#outcome.lost++;
    else if (sha256(new Uint8Array(bytes)) !== checksum) this.#outcome.broken++;
  }

  async #visit(number: number, milliseconds: number): Promise<void> {
    const outcome = this.#outcome;
    while (!this.#isOver) {
      const content = randomBytes(this.#bytes);
      const form = () => {
        const body = new FormData();
        body.append('a.kml', new Blob([content]), 'a.kml');
        return body;
      };
      this.#underWay.upload++;
      const { uuid } = await this.#ask(number, 'upload', '/tools/files', () => (number === 0 && this.#slowlyMilliseconds > 0 ? this.#slowly(form()) : { method: 'POST', body: form() }), async (answer) => uploadSchema.parse(await answer.json()));
      this.#underWay.upload--;
      outcome.uploads++;
      const body = JSON.stringify({ input_file: uuid, options: { behaviour: 'steps', milliseconds } });
      this.#underWay.task++;
      const created = await this.#orNull(() => this.#ask(number, 'create', '/tools/test-tool', () => ({ method: 'POST', type: 'application/json', body }), async (answer) => taskSchema.parse(await answer.json())));
      if (created !== null) outcome.tasks++;
      const task = created === null ? null : await this.#endOf(number, created);
      this.#underWay.task--;
      if (task === null || isUnfinished(task.progress_status)) outcome.lost++;
      else if (task.progress_status === 'COMPLETED') {
        const output = String(task.output_file);
        const bytes = await this.#orNull(() => this.#download(number, output));
        const checksum = sha256(content);
        if (bytes === null) outcome.lost++;
        else if (checksum !== sha256(new Uint8Array(bytes))) outcome.broken++;
        else this.#completed.push({ task: task.uuid, output, checksum });
        outcome.completed++;
        outcome.uuids.push(task.uuid);
      } else count(outcome.failed, task.error?.code ?? task.progress_status);
    }
  }

  #slowly(form: FormData): Request {
    const { body, headers } = new Response(form);
    const milliseconds = this.#slowlyMilliseconds / SLOW_PIECES;
    let left: Uint8Array | null = null;
    let size = 0;
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        left ??= new Uint8Array(await new Response(body).arrayBuffer());
        size ||= Math.ceil(left.length / SLOW_PIECES);
        await pause(milliseconds);
        if (left.length === 0) controller.close();
        else controller.enqueue(left.subarray(0, size));
        left = left.subarray(size);
      },
    });
    return { method: 'POST', type: headers.get('content-type') ?? undefined, body: slow, duplex: 'half' };
  }

  /** Null if the server does not know it. */
  async #endOf(number: number, task: Task): Promise<Task | null> {
    let now: Task | null = task;
    while (now !== null && isUnfinished(now.progress_status) && performance.now() - this.#overSince < PATIENCE_MILLISECONDS) {
      await pause(POLL_MILLISECONDS);
      now = await this.#orNull(() => this.#poll(number, task.uuid));
    }
    return now;
  }

  #poll(number: number, task: string): Promise<Task> {
    return this.#ask(number, 'poll', `/tools/test-tool/${task}`, () => ({}), async (answer) => taskSchema.parse(await answer.json()));
  }

  #download(number: number, output: string): Promise<ArrayBuffer> {
    return this.#ask(number, 'download', `/tools/files/${output}`, () => ({}), (answer) => answer.arrayBuffer());
  }

  /** Null if the server says that it does not know something it had acknowledged before. */
  async #orNull<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Unknown) return null;
      throw error;
    }
  }

  /** Repeats a request until it is answered. */
  async #ask<Answer>(number: number, what: string, place: string, request: () => Request, read: (answer: Response) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const began = performance.now();
      try {
        const { type, ...init } = request();
        const headers = { 'x-forwarded-for': `10.0.0.${String(number)}`, ...(type === undefined ? {} : { 'content-type': type }) };
        const answer = await fetch(`${this.#address}/api/v1${place}`, { ...init, headers, signal: AbortSignal.timeout(60_000) });
        if (answer.ok) return await read(answer);
        const text = await answer.text();
        if (answer.status === 404 || /"code":"(unknown-input-file|input-deleted)"/.test(text)) throw new Unknown();
        if (answer.status === 503) this.#outcome.slowestRefusal = Math.max(this.#outcome.slowestRefusal, performance.now() - began);
        count(this.#outcome.faults, `${what} ${String(answer.status)} ${/"code":"([^"]+)"/.exec(text)?.[1] ?? ''}`.trim());
      } catch (error) {
        if (error instanceof Unknown) throw error;
        count(this.#outcome.faults, `${what} ${reasonOf(error)}`);
      }
      await pause(AGAIN_MILLISECONDS);
    }
  }
}

/** The arguments of `fetch`. */
interface Request {
  method?: string;
  type?: string | undefined;
  body?: string | FormData | ReadableStream;
  duplex?: 'half';
}

class Unknown extends Error {}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
