import type { FormatName } from '@geoinsights/contract';

/** What we know of a format without opening a file: one description per format, the only source for everyone else. */
export interface FormatDescription {
  readonly format: FormatName;
  /** Its name in sentences for people. */
  readonly title: string;
  /** Extensions of its main file, in lower case with the dot; the first is that of new files. */
  readonly extensions: readonly [string, ...string[]];
  /** Extensions of files that only ever belong to a dataset of this format. */
  readonly companions: readonly string[];
  /** The registered media type of its main file. */
  readonly mediaType: string;
  /** What a new dataset can hold. */
  readonly holds: {
    /** Whether a dataset consists of several files, which are then returned in an archive. */
    readonly severalFiles: boolean;
    /** The code of its fixed reference system; null if it takes any. */
    readonly system: string | null;
    /** What the heights of its fixed system are, by the standard; null if it does not say. */
    readonly heightSystem: string | null;
  };
}
