import { z } from 'zod';

const jsonSchema = z.record(z.string(), z.unknown());

/** A tool as described by the API. */
export const toolDescriptionSchema = z.object({
  /** The last part of its address. */
  name: z.string(),
  title: z.string(),
  /** What it does, in a sentence. */
  summary: z.string(),
  /** How many datasets an upload for it contains; a `maximum` of null is any number. */
  inputs: z.object({ minimum: z.number().int().positive(), maximum: z.number().int().positive().nullable() }),
  /** The JSON Schema of a task's options. */
  options_schema: jsonSchema,
  /** The JSON Schema of a task's report. */
  report_schema: jsonSchema,
});
export type ToolDescription = z.infer<typeof toolDescriptionSchema>;

export const toolListSchema = z.array(toolDescriptionSchema);
