import { ERRORS, failureSchema, toolReportSchema } from '@geoinsights/contract';
import type { ErrorCode } from '@geoinsights/contract';
import { z } from 'zod';

const fileSchema = z.object({ name: z.string().min(1), path: z.string(), size: z.number().int().nonnegative() });

/** The single order for a tool's process, sent once it has loaded the tools. */
export const taskOrderSchema = z.object({
  tool: z.string(),
  inputs: z.array(fileSchema),
  options: z.unknown(),
  /** The only input is a piece of a task of this tool that runs elsewhere, and the output is its answer. */
  isPiece: z.boolean().exactOptional(),
  /** How many pieces may be offered to others at a time, and the folder for their answers; without it, none. */
  elsewhere: z.object({ count: z.number().int().positive(), answers: z.string() }).exactOptional(),
  workFolder: z.string(),
  outputFolder: z.string(),
  threads: z.number().int().positive(),
  /** The cost limit; null for no limit. */
  bound: z.object({ seconds: z.number(), mostSeconds: z.number(), memoryBytes: z.number() }).nullable(),
});
export type TaskOrder = z.infer<typeof taskOrderSchema>;

/** A later message to a tool's process: the state of a piece it has offered. */
export const pieceReplySchema = z.object({ number: z.number().int().nonnegative(), reply: z.enum(['done', 'undone', 'taken']) });
export type PieceReplyMessage = z.infer<typeof pieceReplySchema>;

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** Messages from a tool's process. */
export const runnerMessageSchema = z.discriminatedUnion('kind', [
  /** The tools are loaded, and the order may come. */
  z.object({ kind: z.literal('listening') }),
  /** The order has arrived. Until then, the task can be given to another process. */
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('progress'), share: z.number().min(0).max(1), stage: z.string().max(200) }),
  /** The requesting side validates the report against the schema of its tool. */
  z.object({ kind: z.literal('done'), output: fileSchema, reportFile: fileSchema, report: toolReportSchema.loose() }),
  /** The answer to a piece. */
  z.object({ kind: z.literal('answered'), output: fileSchema }),
  /** A piece is in the process's folder, and others may work on it. */
  z.object({ kind: z.literal('piece-offered'), number: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('piece-asked-back'), number: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('failed'), code: z.custom<ErrorCode>(isErrorCode), details: z.record(z.string(), z.union([z.string(), z.number()])), failures: z.array(failureSchema) }),
  /** A bug in GeoInsights, for the log. */
  z.object({ kind: z.literal('crashed'), stack: z.string() }),
]);
export type RunnerMessage = z.infer<typeof runnerMessageSchema>;
export type ToolDone = Extract<RunnerMessage, { kind: 'done' }>;
export type PieceAnswered = Extract<RunnerMessage, { kind: 'answered' }>;
