import { z } from 'zod';
import { problemSchema } from './errors/problem.ts';
import { DECIDED_KINDS, DECISION_ACTIONS, DEFAULT_REPAIR_OPTIONS, LARGEST_AREA, LARGEST_DISTANCE, MOST_DECISIONS, PROFILES, type FixGeometryOptions } from './repair-options.ts';
import { PROGRESS_STATUSES } from './task-status.ts';
import { toolReportSchema } from './tool-report.ts';

const distanceSchema = z.union([z.literal('auto'), z.number().min(0).max(LARGEST_DISTANCE)], { error: 'takes "auto" or a distance from 0 to 100000000' });

const positionSchema = z.int().positive();
const nameSchema = z.string().max(1000);
const decisionSchema = z
  .strictObject({
    finding: z.strictObject({
      kind: z.enum(DECIDED_KINDS),
      at: z.tuple([z.number(), z.number()]),
      features: z.array(positionSchema).min(1).max(2),
      area_m2: z.number().positive().max(LARGEST_AREA).exactOptional().describe('As in the report; best given, since land that borders on other land of the same features is told apart by it.'),
      dataset: nameSchema.exactOptional(),
      layer: nameSchema.exactOptional(),
    }),
    action: z.enum(DECISION_ACTIONS),
    to: positionSchema.exactOptional(),
  })
  .refine(({ action, to }) => (action === 'give') === (to !== undefined), { error: 'takes "to" with the action give, and with no other', path: ['to'] })
  .refine(({ finding: { kind, features } }) => kind === 'gap' || new Set(features).size === 2, { error: 'takes the positions of the two features that overlap', path: ['finding', 'features'] });

export const repairOptionsSchema = z
  .strictObject({
    snapDistance: distanceSchema.default(DEFAULT_REPAIR_OPTIONS.snapDistance),
    maxGapWidth: distanceSchema.default(DEFAULT_REPAIR_OPTIONS.maxGapWidth),
    overlaps: z.enum(['fix', 'keep']).default(DEFAULT_REPAIR_OPTIONS.overlaps),
    gaps: z.enum(['fix', 'keep']).default(DEFAULT_REPAIR_OPTIONS.gaps),
    profile: z.enum(PROFILES).exactOptional().describe('standard: every overlap and narrow gap is repaired by the rules. registrar: overlaps wider than the snap distance that cover more than 1 % of a feature are left as they are and reported.'),
    maxDisplacement: z.number().positive().max(LARGEST_DISTANCE).exactOptional().describe('Metres. A finding whose repair would move a border farther is left and reported.'),
    maxTransfer: z.number().min(0).max(LARGEST_AREA).exactOptional().describe('Square metres. An overlap or a gap with more land is left and reported.'),
    decisions: z.array(decisionSchema).max(MOST_DECISIONS, { error: `takes at most ${MOST_DECISIONS} decisions` }).exactOptional().describe('What to do about findings, which are identified by their place and features: give the land to one of them, split it along the middle, or leave it.'),
    labelField: z.string().min(1).max(256).exactOptional().describe('The field that the report names features by; guessed if left out.'),
  })
  .describe('Distances are metres on the ground for geographic coordinates, units of the CRS otherwise.') satisfies z.ZodType<FixGeometryOptions>;
export type RepairOptionsInput = z.input<typeof repairOptionsSchema>;

export const taskSchema = z.object({
  uuid: z.string(),
  tool: z.string(),
  progress_status: z.enum(PROGRESS_STATUSES),
  /** Share of the work that is done, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** The current step, in a few words. */
  stage: z.string().nullable(),
  /** While it waits: how many tasks will begin before it, including itself. Visitors take turns, so it may also grow. */
  place_in_queue: z.number().int().positive().nullable(),
  input_file: z.string(),
  output_file: z.string().nullable(),
  /** The whole report as a JSON file, with every finding; downloaded like any result. */
  report_file: z.string().nullable(),
  /** The report of its tool; the tool's schema describes the further members. */
  report: toolReportSchema.loose().nullable(),
  error: problemSchema.nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** When the upload and the result will be deleted. */
  expires_at: z.iso.datetime(),
});
export type Task = z.infer<typeof taskSchema>;

export const createTaskSchema = z.strictObject({ input_file: z.string(), options: z.unknown().optional() });
export const uploadSchema = z.object({
  uuid: z.string(),
  files: z.array(z.object({ name: z.string(), size: z.number().int().nonnegative() })),
  expires_at: z.iso.datetime(),
});
export type Upload = z.infer<typeof uploadSchema>;
