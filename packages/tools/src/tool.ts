import type { ToolReport } from '@geoinsights/contract';
import type { SentName } from '@geoinsights/formats/in-memory';
import type { z } from 'zod';
import type { PiecesElsewhere } from './pieces-elsewhere.ts';
import type { WorkBound } from './work-bound.ts';

/** A file on disk that a tool reads, under the name that its owner gave it. */
export interface ToolFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** The owner's folder, if known: two files of the same name may come from different folders. */
  readonly folder?: string;
  /** For a file that an earlier step made: the main file that its owner sent. */
  readonly sent?: SentName;
}

export interface ToolContext<Options> {
  readonly inputs: readonly ToolFile[];
  readonly options: Options;
  /** For temporary files; the caller removes it afterwards. */
  readonly workFolder: string;
  /** The result and the report are written here, completely or not at all. */
  readonly outputFolder: string;
  /** Number of worker threads available. */
  readonly threads: number;
  /** Whether the result's files are wanted individually rather than in an archive. A tool whose result is one file returns that one. */
  readonly unpacked?: boolean;
  /** Others that may take over pieces of the work. */
  readonly elsewhere?: PiecesElsewhere;
  /** The cost limit; null for no limit. The cost is estimated before the work begins. */
  readonly bound?: WorkBound | null;
  /**
   * Called with the names of the main files of the result before they are made, as far as they are known by then, and again when more of them are:
   * none that was named will be missing unless its source fails. Whatever it throws ends the task.
   */
  readonly onMainFiles?: ((names: readonly string[]) => void) | undefined;
  /** Called from time to time with the share done (0 to 1, never decreasing) and a short description of the current step. */
  readonly onProgress: (share: number, stage: string) => void;
}

export interface ToolResult<Report extends ToolReport = ToolReport> {
  /** The one file that the owner downloads: an archive if there are several. If they were wanted unpacked, the first of `files`. */
  readonly output: ToolFile;
  /** Every file of the result, the main file of each set before its others; present if they were wanted unpacked. */
  readonly files?: readonly ToolFile[];
  /** The report as a JSON file, with every single finding if there are any. */
  readonly reportFile: ToolFile;
  /** The report without the single findings, which is stored with the task. */
  readonly report: Report;
}

/** How many datasets a tool accepts at a time; a `maximum` of null means any number. */
export interface InputCount {
  readonly minimum: number;
  readonly maximum: number | null;
}

/** A tool: its name, its options, its report, and its work. To stop a tool, end its process. */
export interface ToolDefinition<OptionsSchema extends z.ZodType = z.ZodType, ReportSchema extends z.ZodType<ToolReport> = z.ZodType<ToolReport>> {
  /** In addresses, and on the command line. */
  readonly name: string;
  /** For people: the action and its object, in two or three words. */
  readonly title: string;
  /** What it does, as a sentence in the imperative: `Merge files into one.` */
  readonly summary: string;
  readonly inputs: InputCount;
  /**
   * An object of options, each described by `.describe()`. The command line derives its flags from it, so their values are texts,
   * numbers, switches, or lists of these. An option that names an uploaded file is marked by `.meta({ input: true })`.
   */
  readonly optionsSchema: OptionsSchema;
  /** Extends `toolReportSchema` of the contract. The report of a task's process is validated against it. */
  readonly reportSchema: ReportSchema;
  /** Complete command lines, including `geotools`. */
  readonly commandExamples: readonly string[];
  /** For the help of its command: what OUTPUT may be, if not whatever file of a format somebody names. Lines of at most 120 characters. */
  readonly commandOutput?: string;
  /** The names of the two schemas in the API description; derived from the tool's name by default. */
  readonly schemaNames?: { readonly options: string; readonly report: string };
  /** Most runs are so short that V8's slowest compiler should wait (tier-up.ts). */
  readonly compilesLate?: boolean;
  /** It keeps nothing of a batch of features once written, so V8 needs little space for new objects (tier-up.ts). */
  readonly worksBatchByBatch?: boolean;
  /** Whether its report file contains findings, so that it can be converted to tables, GeoPackage and a page for print (report-files). */
  readonly reportsFindings?: boolean;
  /**
   * What the schema cannot say of options without code that only this needs, such as whether a filter can be read: asked before the files are, so
   * that nobody waits for an answer that is known at once.
   * @throws ProblemError
   */
  checkOptions?(options: z.output<OptionsSchema>): Promise<void>;
  /** Lines for people about the report members specific to this tool. */
  summaryLines?(report: z.output<ReportSchema>): readonly string[];
  /** @throws ProblemError for every error that can be explained to the owner. */
  run(context: ToolContext<z.output<OptionsSchema>>): Promise<ToolResult<z.output<ReportSchema>>>;
  /** Processes a piece of a task that runs elsewhere. @returns its answer */
  answerPiece?(piece: Uint8Array): Uint8Array;
}
