import type { FormatName } from '@geoinsights/contract';

/** What is to be known of a format without opening a file of it. One for each; all others ask these. */
export interface FormatDescription {
  readonly format: FormatName;
  /** In sentences for people. */
  readonly title: string;
  /** Extensions of its main file, in small letters with their dot; the first is that of new files. */
  readonly extensions: readonly [string, ...string[]];
  /** Extensions of files that belong to a dataset of this format and to nothing else. */
  readonly companions: readonly string[];
  /** As it is registered for its main file. */
  readonly mediaType: string;
  /** What a new dataset of it can be. */
  readonly holds: {
    /** Whether a dataset is several files, which are given back in an archive. */
    readonly severalFiles: boolean;
    /** The code of the one reference system that it has; null when it takes any. */
    readonly system: string | null;
  };
}
