import { z } from 'zod';
import { failureSchema } from './errors/problem.ts';
import { FORMAT_NAMES } from './formats.ts';
import { balanceEntrySchema, balanceTotalsSchema, changedFeatureSchema, FINDING_WEIGHTS, landOfFindingSchema } from './land.ts';
import { PROFILES } from './repair-options.ts';
import { repairOptionsSchema } from './tasks.ts';
import { noteSchema, toolReportSchema } from './tool-report.ts';
import { DISTANCE_UNITS } from './units.ts';

/** Number of findings by kind; kinds without findings are absent. The kinds are those of the geometry kernel. */
export const findingCountsSchema = z.record(z.string(), z.number().int().nonnegative());

/** Who has decided that a finding is not repaired by the rules: a person, a limit, or the profile. */
export const LAND_REASONS = ['decision', 'max-displacement', 'max-transfer', 'profile'] as const;
export type LandReason = (typeof LAND_REASONS)[number];

/** What became of the decisions on a layer. Decisions are named by their place in the options, from one on. */
const decisionsReportSchema = z.object({
  /** How many were followed: their findings name them. */
  done: z.number().int().nonnegative(),
  /** How many were not, and the first hundred of them with the reason. */
  not_done: z.number().int().nonnegative(),
  problems: z.array(z.object({ decision: z.number().int().positive(), outcome: z.enum(['met-nothing', 'impossible']), text: z.string() })),
});

export const findingSchema = z.object({
  kind: z.string(),
  /** Zero-based position of the feature in its layer, and what the file calls it. */
  feature: z.number().int(),
  label: z.string(),
  other: z.number().int().nullable(),
  other_label: z.string().nullable(),
  at: z.tuple([z.number(), z.number()]).nullable(),
  measure: z.number().nullable(),
  action: z.string(),
  /** Why it was left as it is, or repaired otherwise than by the rules; absent where the rules alone have decided. */
  reason: z.enum(LAND_REASONS).exactOptional(),
  /** Which decision of the options it was, from one on. */
  decision: z.number().int().positive().exactOptional(),
  ...landOfFindingSchema.partial().shape,
});
export type ReportedFinding = z.infer<typeof findingSchema>;

/** Land that a feature lost to others in overlaps, and that no digitising explains; areas in square units of the tolerances. */
export const transferSchema = z.object({
  feature: z.number().int(),
  label: z.string(),
  /** Who got the most of it. */
  other: z.number().int(),
  other_label: z.string(),
  lost: z.number(),
  /** Of the feature as it came. */
  area: z.number(),
});

export const layerReportSchema = z.object({
  name: z.string(),
  crs: z.object({
    /** As the file names it, and the code that it gives. */
    name: z.string(),
    code: z.string().nullable(),
    units: z.enum(['geographic', 'planar']),
    /** Which system of the register that is, where it can be told. Absent from reports of an earlier version. */
    system: z.object({ code: z.string(), name: z.string() }).nullable().default(null),
    /** Metres in one unit of projected coordinates, where the file says so. */
    metres_per_unit: z.number().nullable().default(null),
    /** Its definition as the file gives it (OGC well-known text), where it has no code and is none that can be told. */
    wkt: z.string().exactOptional(),
  }),
  features: z.number().int(),
  vertices: z.number().int(),
  tolerances: z.object({
    snap_distance: z.number(),
    snap_distance_auto: z.boolean(),
    max_gap_width: z.number(),
    max_gap_width_auto: z.boolean(),
    /** Of geographic coordinates metres on the ground; of projected ones their own unit. */
    unit: z.enum(DISTANCE_UNITS),
    /** What those that were taken from the data rest on, in the same unit; absent where both were given. */
    evidence: z
      .object({
        /** How far borders that were drawn twice lie apart, but for the widest of them; 0 where none were seen. */
        sliver_width: z.number(),
        /** The narrowest road or stream between features; null where none was seen. */
        corridor_width: z.number().nullable(),
        /** The step of the last decimal that coordinates have; 0 where they are not rounded. */
        coordinate_step: z.number(),
        /** A quarter of the edges are shorter. */
        edge_length: z.number(),
      })
      .exactOptional(),
  }),
  found: findingCountsSchema,
  /** What the file that was written still has, by opening and checking it again. */
  remaining: findingCountsSchema,
  changed_features: z.number().int(),
  emptied_features: z.number().int(),
  /** Features that lose land by a transfer, and the ten that lose most. Transfers are findings, and no faults: `found` is without. */
  losing_features: z.number().int().default(0),
  transfers: z.array(transferSchema).default([]),
  /** The field by which features are called, guessed or chosen; null where they are called by their id or position. */
  label_field: z.string().nullable().exactOptional(),
  /** How many findings there are of each weight; absent from reports of an earlier version, as are the balance and its totals. */
  weights: z.record(z.enum(FINDING_WEIGHTS), z.number().int().nonnegative()).exactOptional(),
  /** Each changed feature, those that lost or gained most first. A task carries the first fifty, the report file has all. */
  balance: z.array(balanceEntrySchema).exactOptional(),
  balance_totals: balanceTotalsSchema.exactOptional(),
  /** What became of the decisions on this layer; absent without any. */
  decisions: decisionsReportSchema.exactOptional(),
  /** How many findings were left as they are, by reason; absent where no profile, limit or decision was given. */
  left: z.partialRecord(z.enum(LAND_REASONS), z.number().int().nonnegative()).exactOptional(),
  /** Only in the report file, not in the task: changed features, those whose area changed most first, as many as a map can show. */
  changed: z.array(changedFeatureSchema).exactOptional(),
  /** Only in the report file, not in the task. */
  findings: z.array(findingSchema).optional(),
});

export const datasetReportSchema = z.object({
  name: z.string(),
  format: z.enum(FORMAT_NAMES),
  files: z.array(z.string()),
  /** What its files are called in the result; absent from reports of an earlier version. */
  result_files: z.array(z.string()).exactOptional(),
  /** True when the files given back are the files that came in, byte for byte. */
  unchanged: z.boolean(),
  /** True when the written file was opened again and nothing was found that should have been repaired. */
  verified: z.boolean(),
  notes: z.array(noteSchema),
  layers: z.array(layerReportSchema),
});

/** A file as it came or went, by which anybody can tell later that it is the same. */
const fileDigestSchema = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  /** SHA-256 of its bytes, in hexadecimal digits. */
  sha256: z.string(),
});
export type FileDigest = z.infer<typeof fileDigestSchema>;

/** By which rules a repair went, beside the tolerances of each layer. */
const reportedRulesSchema = z.object({
  overlaps: z.enum(['fix', 'keep']),
  gaps: z.enum(['fix', 'keep']),
  profile: z.enum(PROFILES),
  /** Beyond it a border is left where it is, and beyond the other land is left; null: no limit. */
  max_displacement_m: z.number().nullable(),
  max_transfer_m2: z.number().nullable(),
  /** How many decisions were given. */
  decisions: z.number().int().nonnegative(),
});
export type ReportedRules = z.infer<typeof reportedRulesSchema>;

export const reportSchema = z.object({
  tool: z.string(),
  /** Absent from reports of the first version. */
  report_version: z.number().int().positive().exactOptional(),
  /** What was asked for; absent from reports of an earlier version. */
  rules: reportedRulesSchema.exactOptional(),
  /** The options as they were given: with them the same files are repaired in the same way. Absent from reports of an earlier version. */
  options: repairOptionsSchema.exactOptional(),
  /** The files that came in, and those that were given back; absent from reports of an earlier version. A check gives none back. */
  inputs: z.array(fileDigestSchema).exactOptional(),
  results: z.array(fileDigestSchema).exactOptional(),
  datasets: z.array(datasetReportSchema),
  /** What could not be worked on and is not in the result, in the order in which it was sent. */
  failures: z.array(failureSchema).default([]),
  /** Findings of all layers of all datasets. */
  found: findingCountsSchema,
  remaining: findingCountsSchema,
  notes: z.array(noteSchema),
  /** The reports of the tools that went on with what was repaired, in their order; absent when none did. */
  then: z.array(toolReportSchema.loose()).exactOptional(),
});
export type Transfer = z.infer<typeof transferSchema>;
export type Report = z.infer<typeof reportSchema>;
export type DatasetReport = z.infer<typeof datasetReportSchema>;
export type LayerReport = z.infer<typeof layerReportSchema>;
