import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

export interface WorkFolder {
  readonly folder: string;
  /** For uploaded files that must be fetched. */
  readonly input: string;
  readonly output: string;
  readonly temporary: string;
}

/** The folders `work/<uuid>/` of the data folder: one for each attempt at a task, deleted with it. */
export class WorkFolders {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'work');
  }

  /** Removes what a crash left behind. */
  async prepare(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true });
  }

  /** A fresh folder for one attempt at a task. */
  async begin(): Promise<WorkFolder> {
    const folder = path.join(this.#folder, randomUUID());
    const [input, output, temporary] = [path.join(folder, 'input'), path.join(folder, 'output'), path.join(folder, 'temporary')];
    for (const place of [input, output, temporary]) await mkdir(place, { recursive: true });
    return { folder, input, output, temporary };
  }

  async end({ folder }: WorkFolder): Promise<void> {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
