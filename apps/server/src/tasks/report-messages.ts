import { REPORT_KINDS, REPORT_LANGUAGES } from '@geoinsights/tools/report-kinds';
import { z } from 'zod';

/** The order for a thread that converts one report to another kind of file. */
export const reportOrderSchema = z.object({
  source: z.string(),
  kind: z.enum(REPORT_KINDS),
  language: z.enum(REPORT_LANGUAGES),
  date: z.date(),
  folder: z.string(),
  base: z.string(),
});
export type ReportOrder = z.infer<typeof reportOrderSchema>;

export const reportAnswerSchema = z.discriminatedUnion('kind', [z.object({ kind: z.literal('done'), place: z.string() }), z.object({ kind: z.literal('failed'), reason: z.string() })]);
export type ReportAnswer = z.infer<typeof reportAnswerSchema>;
