import { fileURLToPath } from 'node:url';
import { killGroup } from './kill-group.ts';
import type { ProcessStarter, StartedProcess } from './process-starter.ts';
import type { RunnerBox } from './runner-box.ts';
import { compileCacheOfTasks, permissionsFor } from './runner-box.ts';
import { RunnerFolder } from './runner-folder.ts';
import type { PieceReplyMessage, TaskOrder } from './runner-messages.ts';

const RUNNER = fileURLToPath(new URL('./runner.ts', import.meta.url));
/**
 * Larger blocks are given back to the system as soon as they are freed. By itself the C library raises this bound with every block that is, and keeps
 * what pieces of a large layer took: some hundred megabytes.
 */
const LARGE_BLOCK_BYTES = 1_048_576;
/** A tool's process is given none of the server's settings, of which some are secret. */
const PASSED_ENVIRONMENT = ['PATH', 'LANG', 'TZ', 'SystemRoot'] as const;

export interface RunnerSettings {
  /** Address of the module of the tools, which are loaded as soon as the process starts. */
  readonly toolsModule: string;
  readonly dataFolder: string;
  /** Where each process gets a folder of its own. */
  readonly runnersFolder: string;
  readonly box: RunnerBox;
  /** Bound of the heap that V8 keeps by itself. */
  readonly memoryBytes: number;
  /** Told of each process that was started; what it returns is called when that is gone. */
  readonly remember: (pid: number) => () => void;
}

/** A process for one task, which it is told once. Who has it ends it. */
export class RunnerProcess {
  /** Resolves when the process is gone, with how it ended, in words for the log. */
  readonly gone: Promise<string>;
  /** All that it sees of the data folder. Who has the process removes it. */
  readonly folder: RunnerFolder;
  readonly #process: StartedProcess;
  readonly #listening = Promise.withResolvers<null>();
  #pid: number | undefined;
  #isGone = false;
  #isToDie = false;
  /** Before it has an order, it tells nothing else than that it listens. */
  #onMessage: (message: unknown) => void = () => this.#listening.resolve(null);

  constructor({ toolsModule, dataFolder, runnersFolder, box, memoryBytes, remember }: RunnerSettings, starter: ProcessStarter) {
    this.folder = new RunnerFolder(runnersFolder);
    const compileCache = compileCacheOfTasks();
    const { execPath, before } = box.command(dataFolder, this.folder, compileCache);
    const permissions = permissionsFor(this.folder, toolsModule, compileCache);
    const { promise, resolve } = Promise.withResolvers<string>();
    this.gone = promise;
    let forget = (): void => undefined;
    this.#process = starter.start(
      {
        module: RUNNER,
        parameters: [toolsModule, String(process.pid)],
        environment: { ...passedEnvironment(), MALLOC_MMAP_THRESHOLD_: String(LARGE_BLOCK_BYTES), ...(compileCache === '' ? {} : { NODE_COMPILE_CACHE: compileCache }) },
        program: execPath,
        options: [...before, '--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning', ...permissions, `--max-old-space-size=${String(Math.ceil(memoryBytes / 1_048_576))}`],
      },
      {
        onStarted: (pid) => {
          this.#pid = pid;
          if (this.#isToDie) killGroup(pid);
          forget = remember(pid);
        },
        onMessage: (message) => this.#onMessage(message),
        onGone: (how) => {
          this.#isGone = true;
          forget();
          resolve(how);
        },
      },
    );
  }

  /** Undefined before it has started, and when it could not be. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /**
   * Gives it its task as soon as it has loaded the tools, and hands over what it tells from then on.
   * @throws Error when the files of the task cannot be brought to it
   */
  async begin(order: TaskOrder, onMessage: (message: unknown) => void): Promise<void> {
    const [own] = await Promise.all([this.folder.take(order), this.#listening.promise]);
    this.#onMessage = onMessage;
    this.#process.send(own);
  }

  /** To one that has begun. */
  reply(message: PieceReplyMessage): void {
    this.#process.send(message);
  }

  kill(): void {
    if (this.#isGone) return;
    this.#isToDie = true;
    if (this.#pid !== undefined) killGroup(this.#pid);
  }
}

function passedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    PASSED_ENVIRONMENT.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
