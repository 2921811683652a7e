import { z } from 'zod';

const jsonSchema = z.record(z.string(), z.unknown());

/** A tool as the API tells of it. */
export const toolDescriptionSchema = z.object({
  /** The last part of its address. */
  name: z.string(),
  title: z.string(),
  /** What it does, in a sentence. */
  summary: z.string(),
  /** How many datasets an upload for it holds; a `maximum` of null is any number. */
  inputs: z.object({ minimum: z.number().int().positive(), maximum: z.number().int().positive().nullable() }),
  /** The JSON Schema of the options that a task may be given. */
  options_schema: jsonSchema,
  /** The JSON Schema of the report that a task ends with. */
  report_schema: jsonSchema,
});
export type ToolDescription = z.infer<typeof toolDescriptionSchema>;

export const toolListSchema = z.array(toolDescriptionSchema);
