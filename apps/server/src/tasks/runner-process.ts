import { killGroup } from './kill-group.ts';
import type { ProcessStarter, StartedProcess } from './process-starter.ts';
import type { RunnerBox } from './runner-box.ts';
import { compileCacheOfTasks, permissionsFor } from './runner-box.ts';
import { RunnerFolder } from './runner-folder.ts';
import type { PieceReplyMessage, TaskOrder } from './runner-messages.ts';
import { runnerProgram } from './runner-program.ts';

/**
 * Larger blocks are returned to the system as soon as they are freed. By default the C library raises this threshold with every block
 * freed, and keeps the memory of a large layer's pieces: some hundred megabytes.
 */
const LARGE_BLOCK_BYTES = 1_048_576;
/** Memory in pages of 2 MB where Linux has them: a repair takes a fifth to a third less time (docs/decisions/0087-large-pages.md). */
const LARGE_PAGES = 'glibc.malloc.hugetlb=1';
/** A tool's process gets none of the server's settings, some of which are secret. */
const PASSED_ENVIRONMENT = ['PATH', 'LANG', 'TZ', 'SystemRoot'] as const;

export interface RunnerSettings {
  /** Address of the tools' module, which is loaded as soon as the process starts. */
  readonly toolsModule: string;
  readonly dataFolder: string;
  /** Where each process gets a folder of its own. */
  readonly runnersFolder: string;
  readonly box: RunnerBox;
  /** Limit of V8's heap, enforced by V8 itself. */
  readonly memoryBytes: number;
  /** How many steps below normal its priority is. */
  readonly niceness: number;
  /** Called for each process started; the returned function is called when it is gone. */
  readonly remember: (pid: number) => () => void;
}

/** A process for one task, which it gets once. Whoever has the process must end it. */
export class RunnerProcess {
  /** Resolves when the process is gone, with how it ended, in words for the log. */
  readonly gone: Promise<string>;
  /** All that it sees of the data folder. Whoever has the process removes it. */
  readonly folder: RunnerFolder;
  readonly #process: StartedProcess;
  readonly #listening = Promise.withResolvers<null>();
  #pid: number | undefined;
  #isGone = false;
  #isToDie = false;
  /** Before it has an order, its only message is that it is listening. */
  #onMessage: (message: unknown) => void = () => this.#listening.resolve(null);

  constructor({ toolsModule, dataFolder, runnersFolder, box, memoryBytes, niceness, remember }: RunnerSettings, starter: ProcessStarter) {
    this.folder = new RunnerFolder(runnersFolder);
    const compileCache = compileCacheOfTasks();
    const { execPath, before } = box.command(dataFolder, this.folder, compileCache);
    const { runner, tools } = runnerProgram(toolsModule);
    const permissions = permissionsFor(this.folder, tools, compileCache);
    const { promise, resolve } = Promise.withResolvers<string>();
    this.gone = promise;
    let forget = (): void => undefined;
    this.#process = starter.start(
      {
        module: runner,
        parameters: [tools, String(process.pid)],
        environment: { ...passedEnvironment(), MALLOC_MMAP_THRESHOLD_: String(LARGE_BLOCK_BYTES), GLIBC_TUNABLES: process.env['GLIBC_TUNABLES'] ?? LARGE_PAGES, ...(compileCache === '' ? {} : { NODE_COMPILE_CACHE: compileCache }) },
        program: execPath,
        options: [...before, '--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning', ...permissions, `--max-old-space-size=${String(Math.ceil(memoryBytes / 1_048_576))}`],
        niceness,
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

  /** Undefined before it has started, and if it could not be started. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /**
   * Sends the task as soon as the process has loaded the tools, and forwards its messages from then on.
   * @throws Error if the files of the task cannot be brought to it
   */
  async begin(order: TaskOrder, onMessage: (message: unknown) => void): Promise<void> {
    const [own] = await Promise.all([this.folder.take(order), this.#listening.promise]);
    this.#onMessage = onMessage;
    this.#process.send(own);
  }

  /** For a process that has begun. */
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
