import { ProcessStarter } from './process-starter.ts';
import { RunnerProcess } from './runner-process.ts';
import type { RunnerSettings } from './runner-process.ts';

export interface RunnersSettings extends RunnerSettings {
  /** How many wait for a task that has not come yet. */
  readonly idle: 0 | 1;
  /** Told how a waiting one has ended that nobody had ended. */
  readonly onLoss: (how: string) => void;
}

/**
 * The processes of tasks, one of which can wait with its tools loaded for a task to come: most of what a small file takes is
 * the start of its process. A process serves one task, since what has handled a hostile file must not handle another visitor's.
 */
export class Runners {
  readonly toolsModule: string;
  readonly #settings: RunnersSettings;
  readonly #starter = new ProcessStarter();
  #ready: RunnerProcess | null = null;
  #stopped = false;

  constructor(settings: RunnersSettings) {
    this.#settings = settings;
    this.toolsModule = settings.toolsModule;
  }

  /**
   * Starts the one that waits, unless there is one. To be called when the server listens and when a task has begun, and not when a
   * waiting one was lost: if none can live, no more are started than there are tasks.
   */
  prepare(): void {
    if (this.#stopped || this.#settings.idle === 0 || this.#ready !== null) return;
    const runner = this.#startIfThereIsRoom();
    if (runner === null) return;
    this.#ready = runner;
    void runner.gone.then(async (how) => {
      if (this.#ready !== runner) return;
      this.#ready = null;
      await runner.folder.remove();
      if (!this.#stopped) this.#settings.onLoss(how);
    });
  }

  /** A full disk has no room for its folder. Tasks start their own when there is room again. */
  #startIfThereIsRoom(): RunnerProcess | null {
    try {
      return new RunnerProcess(this.#settings, this.#starter);
    } catch (error) {
      this.#settings.onLoss(`could not be started: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  /** The one that waits, be it still on its way; the caller ends it. Null when there is none. */
  takeReady(): RunnerProcess | null {
    const runner = this.#ready;
    this.#ready = null;
    return runner;
  }

  /** One that has not waited; the caller ends it. */
  startForTask(): RunnerProcess {
    return new RunnerProcess(this.#settings, this.#starter);
  }

  /** Returns when the waiting one is gone. No other comes after it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const runner = this.#ready;
    runner?.kill();
    await runner?.gone;
    await runner?.folder.remove();
    this.#starter.stop();
  }
}
