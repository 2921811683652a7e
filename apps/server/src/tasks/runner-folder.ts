import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { constants, copyFile, link, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PieceAnswered, TaskOrder, ToolDone } from './runner-messages.ts';

/** The folder of one task process, and all that the process sees of the data folder. It exists before the task is known. */
export class RunnerFolder {
  readonly path: string;
  /** Read-only for the process. */
  readonly input: string;
  readonly output: string;
  readonly temporary: string;

  constructor(parent: string) {
    this.path = path.join(parent, randomUUID());
    this.input = path.join(this.path, 'input');
    this.output = path.join(this.path, 'output');
    this.temporary = path.join(this.path, 'temporary');
    for (const folder of [this.input, this.output, this.temporary]) mkdirSync(folder, { recursive: true });
  }

  /** Brings the files of a task here. @returns the order as the process needs it */
  async take(order: TaskOrder): Promise<TaskOrder> {
    const inputs = await Promise.all(
      order.inputs.map(async (input, position) => {
        const here = path.join(this.input, `${String(position)}${path.extname(input.path)}`);
        // No bytes are copied, unless the files are on another disk.
        await link(input.path, here).catch(() => copyFile(input.path, here, constants.COPYFILE_FICLONE));
        return { ...input, path: here };
      }),
    );
    return { ...order, inputs, ...(order.elsewhere === undefined ? {} : { elsewhere: { ...order.elsewhere, answers: this.input } }), workFolder: this.temporary, outputFolder: this.output };
  }

  /** Moves a result, and the report if there is one, to the place that the order names. */
  async handOver<Done extends ToolDone | PieceAnswered>(done: Done, order: TaskOrder): Promise<Done> {
    const output = await this.#move(done.output, order);
    return done.kind === 'done' ? { ...done, output, reportFile: await this.#move(done.reportFile, order) } : { ...done, output };
  }

  /** Only the base name is taken from the process's message, never a folder. */
  async #move(file: ToolDone['output'], order: TaskOrder): Promise<ToolDone['output']> {
    const name = path.basename(file.path);
    const there = path.join(order.outputFolder, name);
    await rename(path.join(this.output, name), there);
    return { ...file, path: there };
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Recreates the parent of all such folders, removing what a crash left. The caller holds the lock of the data folder. */
export function prepareRunnerFolders(dataFolder: string): string {
  const folder = path.join(dataFolder, 'runners');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
