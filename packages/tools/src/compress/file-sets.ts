import { ProblemError } from '@geoinsights/contract/errors';
import { groupDatasets, inOrderSent, MOST_FAILURES, problemOfAll, type DatasetNote, type FailedFiles, type GivenFile, type InputFile } from '@geoinsights/formats';
import { sameNameKey, splitName } from '@geoinsights/formats/file-names';

/** Files of one folder with the same base name, e.g. those of a shapefile; they also share one base name in the result. */
export interface FileSet {
  readonly files: readonly InputFile[];
  /** The ZIP archive they came in. */
  readonly archive?: string;
}

interface FileSets {
  readonly sets: readonly FileSet[];
  readonly failures: readonly FailedFiles[];
  readonly notes: readonly DatasetNote[];
  /** Removes unpacked files; they cannot be read afterwards. */
  readonly close: () => Promise<void>;
}

/**
 * Every file unchanged and unread, except for ZIP archives, which are replaced by the files of our formats inside them.
 * @throws ProblemError if no file is left, or more than 1000 datasets of archives cannot be read.
 */
export async function fileSetsOf(files: readonly GivenFile[], workFolder: string): Promise<FileSets> {
  const collecting = new Collecting(workFolder);
  try {
    for (const [position, file] of files.entries()) await collecting.take(file, position);
    const failures = inOrderSent(collecting.failures);
    const sets = collecting.sets();
    if (failures.length > MOST_FAILURES || (sets.length === 0 && failures.length > 0)) throw problemOfAll(failures);
    if (sets.length === 0) throw new ProblemError('no-files');
    return { sets, failures, notes: collecting.notes, close: () => collecting.close() };
  } catch (error) {
    await collecting.close();
    throw error;
  }
}

class Collecting {
  readonly failures: FailedFiles[] = [];
  readonly notes: DatasetNote[] = [];
  readonly #workFolder: string;
  readonly #sets = new Map<string, { files: InputFile[]; archive?: string }>();
  readonly #closing: (() => Promise<void>)[] = [];

  constructor(workFolder: string) {
    this.#workFolder = workFolder;
  }

  sets(): FileSet[] {
    return [...this.#sets.values()];
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.splice(0).map((release) => release()));
  }

  async take(file: GivenFile, position: number): Promise<void> {
    const { base, extension } = splitName(file.name);
    if ('problem' in file) this.failures.push({ files: [file.name], problem: file.problem, position });
    else if (extension === '.zip') await this.#takeArchive(file, position);
    else this.#setOf(`${file.folder ?? ''}\0${sameNameKey(base)}`).files.push(file);
  }

  #setOf(key: string, archive?: string): { files: InputFile[] } {
    const set = this.#sets.get(key) ?? { files: [], ...(archive === undefined ? {} : { archive }) };
    this.#sets.set(key, set);
    return set;
  }

  async #takeArchive(file: InputFile, position: number): Promise<void> {
    try {
      const { datasets, failures, notes, close } = await groupDatasets([file], { workFolder: this.#workFolder });
      this.#closing.push(close);
      for (const [number, dataset] of datasets.entries()) for (const inside of dataset.files) this.#setOf(`\0${position} ${number}`, dataset.archive).files.push(inside);
      for (const failure of failures) this.failures.push({ ...failure, position });
      for (const note of notes) this.notes.push(note);
    } catch (problem) {
      if (!(problem instanceof ProblemError && problem.isOfOneFile)) throw problem;
      this.failures.push({ files: [file.name], problem, position });
    }
  }
}
