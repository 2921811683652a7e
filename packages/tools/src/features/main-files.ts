import type { ToolContext } from '../tool.ts';
import { DistinctNames } from '../files/distinct-names.ts';

/** The main files that a run on several datasets will make, told as soon as they are known. */
export class MainFiles {
  readonly #onMainFiles: ToolContext<unknown>['onMainFiles'];
  #names: (readonly string[])[] = [];

  constructor(onMainFiles: ToolContext<unknown>['onMainFiles']) {
    this.#onMainFiles = onMainFiles;
  }

  /** @param names one for each dataset: it will make one file at least */
  begin(names: readonly string[]): void {
    this.#names = names.map((name) => [name]);
    this.#tell();
  }

  /** What is made of the dataset at this position, now that it is known. */
  of(position: number, names: readonly string[]): void {
    this.#names[position] = names;
    this.#tell();
  }

  /** With the numbers that equal names get in the result. */
  #tell(): void {
    const distinct = new DistinctNames();
    this.#onMainFiles?.(this.#names.flatMap((names) => distinct.claimSet(names)));
  }
}
