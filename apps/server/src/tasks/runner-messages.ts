import { ERRORS, failureSchema, reportSchema } from '@geoinsights/contract';
import type { ErrorCode } from '@geoinsights/contract';
import { z } from 'zod';

const fileSchema = z.object({ name: z.string().min(1), path: z.string(), size: z.number().int().nonnegative() });

/** What a tool's process is told, once, when it has loaded the tools. */
export const taskOrderSchema = z.object({
  tool: z.string(),
  inputs: z.array(fileSchema),
  options: z.unknown(),
  workFolder: z.string(),
  outputFolder: z.string(),
  threads: z.number().int().positive(),
  /** What the work may cost; null for any cost. */
  bound: z.object({ seconds: z.number(), memoryBytes: z.number() }).nullable(),
});
export type TaskOrder = z.infer<typeof taskOrderSchema>;

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** What a tool's process tells. */
export const runnerMessageSchema = z.discriminatedUnion('kind', [
  /** The tools are loaded, and the order may come. */
  z.object({ kind: z.literal('listening') }),
  /** The order is there. Until this is told, the task can be given to another process. */
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('progress'), share: z.number().min(0).max(1), stage: z.string().max(200) }),
  z.object({ kind: z.literal('done'), output: fileSchema, reportFile: fileSchema, report: reportSchema }),
  z.object({ kind: z.literal('failed'), code: z.custom<ErrorCode>(isErrorCode), details: z.record(z.string(), z.union([z.string(), z.number()])), failures: z.array(failureSchema) }),
  /** A fault of ours, for the log. */
  z.object({ kind: z.literal('crashed'), stack: z.string() }),
]);
export type RunnerMessage = z.infer<typeof runnerMessageSchema>;
export type ToolDone = Extract<RunnerMessage, { kind: 'done' }>;
