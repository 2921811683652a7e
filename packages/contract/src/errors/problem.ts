import { z } from 'zod';

/** RFC 9457 problem details. `code` is stable for programs; `detail` is for people and says what to do. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  /** The file the problem is about, when it is about one. */
  file: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;
