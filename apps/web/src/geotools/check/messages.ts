import { reportAnswerSchema } from '@geoinsights/contract';
import { z } from 'zod';
import { reportOnScreen } from '../screen-texts/answers.ts';
import { typeset } from '../screen-texts/typeset.ts';

/** The page's single request to the worker, which is ended afterwards. */
export const checkRequestSchema = z.object({
  files: z.array(z.instanceof(File)),
  /** The repair options that the check should assume, as in the form. */
  options: z.record(z.string(), z.unknown()),
  /** Bytes of memory that the work may take. */
  mostMemory: z.number().positive(),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;

/** The worker's messages. */
export const checkAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number(), stage: z.string() }),
  z.object({ kind: z.literal('done'), report: z.unknown().pipe(reportAnswerSchema).transform(reportOnScreen), reportFile: z.instanceof(Blob) }),
  /** A fault of the files, in words for people. */
  z.object({ kind: z.literal('refused'), code: z.string(), sentence: z.string().transform(typeset) }),
  /** The code that reads the files did not arrive. */
  z.object({ kind: z.literal('unloaded'), message: z.string() }),
  /** A bug in GeoInsights, or an error of the device. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
/** As sent: reports are parsed where they arrive. */
export type CheckAnswer = z.input<typeof checkAnswerSchema>;
