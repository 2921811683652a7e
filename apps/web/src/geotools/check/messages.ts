import { reportAnswerSchema } from '@geoinsights/contract';
import { z } from 'zod';

/** What the page asks of the worker: once, and then it is ended. */
export const checkRequestSchema = z.object({
  files: z.array(z.instanceof(File)),
  /** Of the repair that the check stands for, as the form has them. */
  options: z.record(z.string(), z.unknown()),
  /** Bytes of memory that the work may take. */
  mostMemory: z.number().positive(),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;

/** What the worker says. */
export const checkAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number(), stage: z.string() }),
  z.object({ kind: z.literal('done'), report: z.unknown().pipe(reportAnswerSchema), reportFile: z.instanceof(Blob) }),
  /** The fault of the files, in words for people. */
  z.object({ kind: z.literal('refused'), code: z.string(), sentence: z.string() }),
  /** A fault of ours, or of the device. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
/** As it is sent: reports are parsed where they arrive. */
export type CheckAnswer = z.input<typeof checkAnswerSchema>;
