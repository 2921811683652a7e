import { z } from 'zod';
import { balanceTotalsSchema } from './land.ts';

/**
 * The API's responses as the site reads them. The site relies only on the fields named in the specification. Ids are opaque; every
 * other field may be absent or malformed and then counts as absent.
 */

const idSchema = z.union([z.string().min(1), z.number().transform(String)]);

/** Undefined if absent, null or malformed. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? undefined);
}

/** Malformed elements are left out. */
function listOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) => values.flatMap((value) => {
      const element = schema.safeParse(value);
      return element.success ? [element.data] : [];
    }));
}

const countsSchema = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((counts) => new Map(Object.entries(counts).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0)));

const evidenceSchema = z.object({ sliver_width: z.number(), corridor_width: z.number().nullable(), coordinate_step: z.number(), edge_length: z.number() });

const tolerancesSchema = z.object({
  snap_distance: z.number(),
  snap_distance_auto: z.boolean(),
  max_gap_width: z.number(),
  max_gap_width_auto: z.boolean(),
  unit: z.string(),
  begun_with: optional(z.object({ snap_distance: z.number(), max_gap_width: z.number() })),
  evidence: optional(evidenceSchema),
});

const systemAnswerSchema = z.object({
  name: z.string(),
  units: optional(z.string()),
  system: optional(z.object({ code: z.string(), name: z.string() })),
  metres_per_unit: optional(z.number()),
});

const noteSchema = z.object({ text: z.string(), code: optional(z.string()) });

const transferAnswerSchema = z.object({ feature: z.number(), label: z.string(), other: z.number(), other_label: z.string(), lost: z.number(), area: z.number() });

const openVoidsAnswerSchema = z.object({
  count: z.number(),
  narrowest: z.number(),
  widest: z.number(),
  first: listOf(z.object({ at: z.tuple([z.number(), z.number()]), features: listOf(z.object({ feature: z.number(), label: z.string() })) })),
});

const decisionsAnswerSchema = z.object({ done: z.number(), not_done: z.number(), problems: listOf(z.object({ decision: z.number(), text: z.string() })) });

const layerAnswerSchema = z.object({
  name: z.string(),
  features: optional(z.number()),
  changed_features: optional(z.number()),
  emptied_features: optional(z.number()),
  losing_features: optional(z.number()),
  transfers: listOf(transferAnswerSchema),
  crs: optional(systemAnswerSchema),
  tolerances: optional(tolerancesSchema),
  found: countsSchema,
  remaining: countsSchema,
  balance_totals: optional(balanceTotalsSchema),
  open_voids: optional(openVoidsAnswerSchema),
  left: countsSchema,
  decisions: optional(decisionsAnswerSchema),
});

const datasetAnswerSchema = z.object({
  name: z.string(),
  format: optional(z.string()),
  unchanged: optional(z.boolean()),
  verified: optional(z.boolean()),
  result_files: listOf(z.string()),
  notes: listOf(noteSchema),
  layers: listOf(layerAnswerSchema),
});

const singleProblemAnswerSchema = z.object({ detail: optional(z.string().min(1)), title: optional(z.string().min(1)), code: optional(z.string().min(1)) });

const failureAnswerSchema = z.object({ files: listOf(z.string()), archive: optional(z.string()), problem: singleProblemAnswerSchema });
export type FailureAnswer = z.output<typeof failureAnswerSchema>;

const outputAnswerSchema = z.object({
  format: optional(z.string()),
  files: listOf(z.string()),
  layers: listOf(z.object({ name: z.string(), features: optional(z.number()) })),
});
export type OutputAnswer = z.output<typeof outputAnswerSchema>;

const lossAnswerSchema = z.object({ code: z.string(), layer: optional(z.string()), field: optional(z.string()), count: optional(z.number()), text: z.string() });
export type LossAnswer = z.output<typeof lossAnswerSchema>;

/** The report of any one tool; members that only other tools have are empty. */
const toolReportAnswerSchema = z.object({
  tool: optional(z.string()),
  datasets: listOf(datasetAnswerSchema),
  failures: listOf(failureAnswerSchema),
  found: countsSchema,
  remaining: countsSchema,
  notes: listOf(noteSchema),
  inputs: listOf(z.object({ name: z.string(), sha256: optional(z.string()), notes: listOf(noteSchema) })),
  outputs: listOf(outputAnswerSchema),
  losses: listOf(lossAnswerSchema),
  summary: listOf(z.string()),
  bytes: optional(z.number()),
  packed_bytes: optional(z.number()),
});
export type ToolReportAnswer = z.output<typeof toolReportAnswerSchema>;

/** `options` are those of a repair or a check, to be handed in again; `then` has the reports of the tools that went on with the result, in their order. */
export const reportAnswerSchema = toolReportAnswerSchema.extend({ options: optional(z.record(z.string(), z.unknown())), then: listOf(toolReportAnswerSchema) });
export type LayerAnswer = z.output<typeof layerAnswerSchema>;
export type DatasetAnswer = z.output<typeof datasetAnswerSchema>;
export type ReportAnswer = z.output<typeof reportAnswerSchema>;

export const problemAnswerSchema = singleProblemAnswerSchema.extend({ failures: listOf(failureAnswerSchema) });

const momentSchema = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

/** A task as polled. A missing `progress_status` is an unknown word, which counts as FAILED. */
export const taskAnswerSchema = z.object({
  progress_status: z.string().catch(''),
  output_file: optional(idSchema),
  input_file: optional(idSchema),
  progress: optional(z.number().min(0).max(1)),
  stage: optional(z.string().min(1)),
  place_in_queue: optional(z.number().int().positive()),
  report: optional(reportAnswerSchema),
  report_file: optional(idSchema),
  error: optional(problemAnswerSchema),
  expires_at: optional(momentSchema),
});
export type TaskAnswer = z.output<typeof taskAnswerSchema>;

/** A task as returned on creation; without a status it is READY. */
export const createdTaskAnswerSchema = taskAnswerSchema.extend({ uuid: idSchema, progress_status: z.string().catch('READY') });
export type CreatedTaskAnswer = z.output<typeof createdTaskAnswerSchema>;

/** The response to a cancellation: if it succeeded, the task is CANCELLED unless the response names another state. */
export const cancelledTaskAnswerSchema = taskAnswerSchema
  .extend({ progress_status: z.string().catch('CANCELLED') })
  .or(z.unknown().transform(() => taskAnswerSchema.parse({ progress_status: 'CANCELLED' })));

export const uploadAnswerSchema = z.object({ uuid: idSchema, expires_at: optional(momentSchema) });
export type UploadAnswer = z.output<typeof uploadAnswerSchema>;

const jsonSchemaAnswerSchema = z.record(z.string(), z.unknown());

const toolAnswerSchema = z.object({
  name: z.string().min(1),
  title: optional(z.string().min(1)),
  summary: optional(z.string().min(1)),
  inputs: optional(z.object({ minimum: z.number(), maximum: z.number().nullable() })),
  options_schema: optional(jsonSchemaAnswerSchema),
  report_schema: optional(jsonSchemaAnswerSchema),
});
export type ToolAnswer = z.output<typeof toolAnswerSchema>;

/** Anything but a list is rejected; malformed tools are left out. */
export const toolsAnswerSchema = z.array(z.unknown()).pipe(listOf(toolAnswerSchema));
