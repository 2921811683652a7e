import { z } from 'zod';

const singleProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  /** The file that the problem is about, if there is one. */
  file: z.string().optional(),
});

/** Files of a batch that were left out of the work, and why. The result contains nothing of them. */
export const failureSchema = z.object({
  /** The names of the files that should have formed one dataset, the main file first. */
  files: z.array(z.string()),
  /** The ZIP archive they came in. */
  archive: z.string().optional(),
  problem: singleProblemSchema,
});
export type Failure = z.infer<typeof failureSchema>;

/**
 * RFC 9457 problem details. `code` is stable for programs; `detail` is for people and says what to do. If several files failed for
 * different reasons, the problem is that of the first, and `failures` has all of them.
 */
export const problemSchema = singleProblemSchema.extend({ failures: z.array(failureSchema).optional() });
export type Problem = z.infer<typeof problemSchema>;
