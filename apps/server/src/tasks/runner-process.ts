import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from './low-priority.ts';
import type { RunnerBox } from './runner-box.ts';
import { compileCacheOfTasks, permissionsFor } from './runner-box.ts';
import { RunnerFolder } from './runner-folder.ts';
import type { PieceReplyMessage, TaskOrder } from './runner-messages.ts';

const RUNNER = fileURLToPath(new URL('./runner.ts', import.meta.url));
const KEPT_ERROR_OUTPUT = 8192;
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
  readonly #child: ChildProcess;
  readonly #listening: Promise<void>;
  #errorOutput = '';

  constructor({ toolsModule, dataFolder, runnersFolder, box, memoryBytes, remember }: RunnerSettings) {
    this.folder = new RunnerFolder(runnersFolder);
    const compileCache = compileCacheOfTasks();
    const { execPath, before } = box.command(dataFolder, this.folder, compileCache);
    const permissions = permissionsFor(this.folder, toolsModule, compileCache);
    this.#child = fork(RUNNER, [toolsModule], {
      // A group of its own, so that killing the group ends what the tool may have started as well.
      detached: true,
      env: { ...passedEnvironment(), ...(compileCache === '' ? {} : { NODE_COMPILE_CACHE: compileCache }) },
      execPath,
      execArgv: [...before, '--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning', ...permissions, `--max-old-space-size=${String(Math.ceil(memoryBytes / 1_048_576))}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    if (this.#child.pid !== undefined) lowerPriority(this.#child.pid);
    const forget = this.#child.pid === undefined ? null : remember(this.#child.pid);
    // Before it has an order, it tells nothing else than that it listens.
    this.#listening = new Promise((resolve) => this.#child.once('message', () => resolve()));
    this.gone = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `exit code ${String(code)}`}: ${this.#errorOutput}`));
      this.#child.on('error', (error) => {
        // Of a process that was started, the end is still told.
        if (this.#child.pid === undefined) resolve(`could not be started: ${error.message}`);
      });
    });
    if (forget !== null) void this.gone.then(forget);
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#errorOutput = (this.#errorOutput + chunk.toString()).slice(-KEPT_ERROR_OUTPUT);
    });
  }

  /** Undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Gives it its task as soon as it has loaded the tools, and hands over what it tells from then on.
   * @throws Error when the files of the task cannot be brought to it
   */
  async begin(order: TaskOrder, onMessage: (message: unknown) => void): Promise<void> {
    const [own] = await Promise.all([this.folder.take(order), this.#listening]);
    this.#child.on('message', onMessage);
    // When this cannot be sent, the process is about to be gone, and that is told.
    this.#child.send(own, () => undefined);
  }

  /** To one that has begun. */
  reply(message: PieceReplyMessage): void {
    // A process that is gone needs no reply, and its end is told.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  kill(): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      if (process.platform === 'win32') this.#child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // It ended between the look and the kill.
    }
  }
}

function passedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(PASSED_ENVIRONMENT.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined));
}
