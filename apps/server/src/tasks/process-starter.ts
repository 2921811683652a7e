import { Worker } from 'node:worker_threads';
import { killGroup } from './kill-group.ts';
import { starterReplySchema } from './starter-messages.ts';
import type { ProcessOrder, StarterReply, StarterRequest } from './starter-messages.ts';

export interface ProcessEvents {
  readonly onStarted: (pid: number) => void;
  readonly onMessage: (message: unknown) => void;
  /** The final event, with how it ended, in words for the log. */
  readonly onGone: (how: string) => void;
}

/** A process that is starting or running. */
export interface StartedProcess {
  /** Dropped if the process is gone, which is reported separately. */
  send(message: Readonly<Record<string, unknown>>): void;
}

interface Known {
  readonly events: ProcessEvents;
  pid: number | null;
}

/**
 * Starts processes from a thread of its own: creating one was seen to take 20 to 90 ms on busy processors, and blocks the calling
 * thread, which could answer no requests meanwhile.
 */
export class ProcessStarter {
  readonly #known = new Map<number, Known>();
  #thread: Worker | null = null;
  #nextId = 1;
  #isStopped = false;

  start(order: ProcessOrder, events: ProcessEvents): StartedProcess {
    const thread = (this.#thread ??= this.#begin());
    const id = this.#nextId++;
    this.#known.set(id, { events, pid: null });
    const ask = (request: StarterRequest) => thread.postMessage(request);
    ask({ kind: 'start', id, ...order });
    return { send: (message) => ask({ kind: 'send', id, message }) };
  }

  /** Starts no more processes. The thread ends with the last one it started. */
  stop(): void {
    this.#isStopped = true;
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (!this.#isStopped || this.#known.size > 0) return;
    const thread = this.#thread;
    this.#thread = null;
    void thread?.terminate();
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./starter-thread.ts', import.meta.url), { execArgv: [] });
    thread.unref();
    thread.on('message', (message: unknown) => this.#receive(starterReplySchema.parse(message)));
    const lose = (reason: string): void => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#loseAll(reason);
    };
    thread.on('error', (error) => lose(String(error)));
    thread.on('exit', () => lose('it ended'));
    return thread;
  }

  #receive(reply: StarterReply): void {
    const known = this.#known.get(reply.id);
    if (known === undefined) return;
    switch (reply.kind) {
      case 'started':
        known.pid = reply.pid;
        known.events.onStarted(reply.pid);
        break;
      case 'message':
        known.events.onMessage(reply.message);
        break;
      case 'gone':
        this.#known.delete(reply.id);
        known.events.onGone(reply.how);
        this.#endIfDone();
        break;
    }
  }

  /** Nobody can communicate with the processes any more. */
  #loseAll(reason: string): void {
    const lost = [...this.#known.values()];
    this.#known.clear();
    for (const { events, pid } of lost) {
      if (pid !== null) killGroup(pid);
      events.onGone(`the thread that started it is gone: ${reason}`);
    }
  }
}
