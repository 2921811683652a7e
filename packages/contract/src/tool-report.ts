import { z } from 'zod';
import { failureSchema } from './errors/problem.ts';
import { FORMAT_NAMES } from './formats.ts';
import { lossSchema } from './losses.ts';

export const noteSchema = z.object({ code: z.string(), text: z.string() });

/** The members of every tool's report. */
export const toolReportSchema = z.object({
  tool: z.string(),
  /** What could not be processed and is not in the result, in the order in which it was sent. */
  failures: z.array(failureSchema).default([]),
  notes: z.array(noteSchema),
  /** What the tool did, in sentences for people. */
  summary: z.array(z.string()).exactOptional(),
});
export type ToolReport = z.infer<typeof toolReportSchema>;

/** A reference system as the file names it. */
const systemSchema = z.object({ name: z.string(), code: z.string().nullable() });

/** The report of a tool that reads features and writes new files. Each tool adds members of its own. */
export const featuresReportSchema = toolReportSchema.extend({
  inputs: z.array(
    z.object({
      name: z.string(),
      format: z.enum(FORMAT_NAMES),
      files: z.array(z.string()),
      notes: z.array(noteSchema),
      layers: z.array(z.object({ name: z.string(), features: z.number().int(), fields: z.number().int(), crs: systemSchema })),
    }),
  ),
  outputs: z.array(
    z.object({
      format: z.enum(FORMAT_NAMES),
      /** The main file first. */
      files: z.array(z.string()),
      layers: z.array(z.object({ name: z.string(), features: z.number().int(), crs: systemSchema })),
    }),
  ),
  /** The differences between the result and the input, field by field. */
  losses: z.array(lossSchema),
});
export type FeaturesReport = z.infer<typeof featuresReportSchema>;
