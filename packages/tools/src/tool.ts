import type { ToolReport } from '@geoinsights/contract';
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
  /** The files of the result are wanted by themselves, and not in an archive. A tool whose result is one file gives that one. */
  readonly unpacked?: boolean;
  /** Where others may take over pieces of the work. */
  readonly elsewhere?: PiecesElsewhere;
  /** What the work may cost; null for any cost. It is estimated before it is begun. */
  readonly bound?: WorkBound | null;
  /** Told now and then how much is done (0 to 1, never going back) and what is being done, in a few words. */
  readonly onProgress: (share: number, stage: string) => void;
}

export interface ToolResult<Report extends ToolReport = ToolReport> {
  /** The one file that its owner downloads: an archive where there are several. Where they were wanted unpacked, the first of `files`. */
  readonly output: ToolFile;
  /** Every file of the result by itself, the main file of each set before its others; given where they were wanted unpacked. */
  readonly files?: readonly ToolFile[];
  /** The report as a JSON file, with every single finding where there are such. */
  readonly reportFile: ToolFile;
  /** The report without the single findings: it is kept with the task. */
  readonly report: Report;
}

/** How many datasets a tool works on at a time; a `maximum` of null is any number. */
export interface InputCount {
  readonly minimum: number;
  readonly maximum: number | null;
}

/** A tool: what it is called, what it can be told, what it tells, and what it does. Stopping a tool is ending its process. */
export interface ToolDefinition<OptionsSchema extends z.ZodType = z.ZodType, ReportSchema extends z.ZodType<ToolReport> = z.ZodType<ToolReport>> {
  /** In addresses, and on the command line. */
  readonly name: string;
  /** For people: what is done to what, in two or three words. */
  readonly title: string;
  /** What it does, in a sentence that begins like an order: `Merge files into one.` */
  readonly summary: string;
  readonly inputs: InputCount;
  /**
   * An object of options, each described by `.describe()`. The command line makes its flags from it, so their values are texts,
   * numbers, switches, or lists of these. One that names a file of the upload is marked by `.meta({ input: true })`.
   */
  readonly optionsSchema: OptionsSchema;
  /** Extends `toolReportSchema` of the contract. A report that a task's process gives is held against it. */
  readonly reportSchema: ReportSchema;
  /** Whole lines of the command line, `geotools` included. */
  readonly commandExamples: readonly string[];
  /** What the description of the API calls the two schemas; made from the tool's name otherwise. */
  readonly schemaNames?: { readonly options: string; readonly report: string };
  /** Most runs are so short that V8's slowest compiler is to wait (tier-up.ts). */
  readonly compilesLate?: boolean;
  /** It keeps nothing of a batch of features once that is written, so that V8 needs little room for new objects (tier-up.ts). */
  readonly worksBatchByBatch?: boolean;
  /** Whether its report file holds findings, so that it can be given out as tables, GeoPackage and a page for print (report-files). */
  readonly reportsFindings?: boolean;
  /** What the report tells that only reports of this tool have, in lines for people. */
  summaryLines?(report: z.output<ReportSchema>): readonly string[];
  /** @throws ProblemError for everything that its owner can be told. */
  run(context: ToolContext<z.output<OptionsSchema>>): Promise<ToolResult<z.output<ReportSchema>>>;
  /** Works off a piece of a task that runs elsewhere. @returns its answer */
  answerPiece?(piece: Uint8Array): Uint8Array;
}
