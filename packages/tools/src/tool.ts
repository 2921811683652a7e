import type { Report } from '@geoinsights/contract';
import type { z } from 'zod';
import type { PiecesElsewhere } from './pieces-elsewhere.ts';
import type { WorkBound } from './work-bound.ts';

/** A file on disk that a tool reads, under the name that its owner gave it. */
export interface ToolFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** The folder that its owner keeps it in, where that is known: two files of one name may come from two of them. */
  readonly folder?: string;
}

export interface ToolContext<Options> {
  readonly inputs: readonly ToolFile[];
  readonly options: Options;
  /** For temporary files; removed by the caller afterwards. */
  readonly workFolder: string;
  /** The result and the report are written here, whole or not at all. */
  readonly outputFolder: string;
  /** Worker threads that may be used. */
  readonly threads: number;
  /** Where others may take over pieces of the work. */
  readonly elsewhere?: PiecesElsewhere;
  /** What the work may cost; null for any cost. It is estimated before it is begun. */
  readonly bound?: WorkBound | null;
  /** Told now and then how much is done (0 to 1, never going back) and what is being done, in a few words. */
  readonly onProgress: (share: number, stage: string) => void;
}

export interface ToolResult {
  /** The one file that its owner downloads. */
  readonly output: ToolFile;
  /** The report with every finding, as a JSON file. */
  readonly reportFile: ToolFile;
  /** The report without the single findings. */
  readonly report: Report;
}

/** A tool: what it is called, what it can be told, and what it does. Stopping a tool is ending its process. */
export interface ToolDefinition<OptionsSchema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly optionsSchema: OptionsSchema;
  /** @throws ProblemError for everything that its owner can be told. */
  run(context: ToolContext<z.output<OptionsSchema>>): Promise<ToolResult>;
  /** Works off a piece of a task that runs elsewhere. @returns its answer */
  answerPiece?(piece: Uint8Array): Uint8Array;
}
