import type { z } from 'zod';
import { NotLoadedError } from './late-code.ts';
import { OpenQuestions } from './open-questions.ts';

/** What a worker sends: the answer to a question, under its id; a failure of a question, or, with the id null, of the worker; or news, without an id. */
interface WorkerMessage {
  readonly kind: string;
  readonly id?: number | null | undefined;
  readonly message?: string | undefined;
}

interface Conduct<Message extends WorkerMessage> {
  /** What the worker does, as in "the worker that reads files". */
  readonly does: string;
  readonly start: () => Worker;
  readonly schema: z.ZodType<Message>;
  readonly onNews: (news: Message) => void;
  /** The worker is broken and will not answer again. Called once, and not after it was closed. */
  readonly onFailure: (error: Error) => void;
}

/** A worker that is asked questions. Each is answered or rejected, whatever happens to the worker. */
export class AskedWorker<Message extends WorkerMessage> {
  /** Null if the browser does not start one. */
  readonly #worker: Worker | null;
  readonly #questions = new OpenQuestions<Message>();
  readonly #conduct: Conduct<Message>;

  constructor(conduct: Conduct<Message>) {
    this.#conduct = conduct;
    this.#worker = this.#started();
  }

  /** Why it does not answer any more; null as long as it does, as far as is known. */
  get end(): Error | null {
    return this.#questions.end;
  }

  /**
   * @param question with the id under which it is asked; if it throws, the question is rejected
   * @param meaningOf what an answer says; null if it is not one to this question
   */
  ask<Meaning>(question: (id: number) => unknown, meaningOf: (answer: Message) => Meaning | null): Promise<Meaning> {
    return this.#questions.ask((id) => this.#worker?.postMessage(question(id)), meaningOf);
  }

  /** Ends the worker and discards everything in it. Open questions are rejected with the error. */
  close(error: Error): void {
    this.#worker?.terminate();
    this.#questions.close(error);
  }

  /** A browser may forbid workers, by a setting or a company policy: then the constructor itself throws. */
  #started(): Worker | null {
    const { does, start, schema } = this.#conduct;
    let worker: Worker;
    try {
      worker = start();
    } catch (error) {
      this.#questions.close(new Error('This browser does not start workers.', { cause: error }));
      return null;
    }
    worker.addEventListener('error', (event: Event) => {
      event.preventDefault();
      // Only an exception has a message.
      const message = event instanceof ErrorEvent ? event.message : '';
      this.#fail(message === '' ? new NotLoadedError(`The worker that ${does} could not be loaded.`) : new Error(message));
    });
    worker.addEventListener('messageerror', () => {
      this.#fail(new Error(`An answer of the worker that ${does} could not be received.`));
    });
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (this.end !== null) return;
      const message = schema.safeParse(data);
      if (message.success) this.#take(message.data);
      else this.#fail(message.error);
    });
    return worker;
  }

  #take(message: Message): void {
    const { kind, id, message: reason = kind } = message;
    if (id === undefined) this.#conduct.onNews(message);
    else if (id === null) this.#fail(new Error(reason));
    else if (kind === 'failed') this.#questions.refuse(id, new Error(reason));
    else if (!this.#questions.answer(id, message)) this.#fail(new Error(`The worker that ${this.#conduct.does} answered question ${String(id)} with "${kind}".`));
  }

  #fail(error: Error): void {
    if (this.end !== null) return;
    this.close(error);
    this.#conduct.onFailure(error);
  }
}
