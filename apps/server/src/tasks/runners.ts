import { ProcessStarter } from './process-starter.ts';
import { RunnerProcess } from './runner-process.ts';
import type { RunnerSettings } from './runner-process.ts';

export interface RunnersSettings extends RunnerSettings {
  /** How many processes wait for a future task. */
  readonly idle: 0 | 1;
  /** Called with how a waiting process ended that nobody had ended. */
  readonly onLoss: (how: string) => void;
}

/**
 * The processes of tasks, one of which can wait with its tools loaded: for a small file, most of the time is process startup. A process
 * serves a single task, since one that has handled a hostile file must not handle another visitor's.
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
   * Starts the waiting process, unless there is one. Call this when the server listens and when a task has begun, but not when a waiting
   * process was lost: if none can live, no more should be started than there are tasks.
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

  /** A full disk has no room for its folder. Tasks start their own once there is room. */
  #startIfThereIsRoom(): RunnerProcess | null {
    try {
      return new RunnerProcess(this.#settings, this.#starter);
    } catch (error) {
      this.#settings.onLoss(`could not be started: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  /** The waiting process, even if it is still starting; the caller ends it. Null if there is none. */
  takeReady(): RunnerProcess | null {
    const runner = this.#ready;
    this.#ready = null;
    return runner;
  }

  /** A process that has not waited; the caller ends it. */
  startForTask(): RunnerProcess {
    return new RunnerProcess(this.#settings, this.#starter);
  }

  /** Returns when the waiting process is gone. No other follows it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const runner = this.#ready;
    runner?.kill();
    await runner?.gone;
    await runner?.folder.remove();
    this.#starter.stop();
  }
}
