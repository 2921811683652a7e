import { z } from 'zod';
import { failureSchema } from './errors/problem.ts';
import { FORMAT_NAMES } from './formats.ts';
import { balanceEntrySchema, balanceTotalsSchema, changedFeatureSchema, type FindingWeight, landOfFindingSchema } from './land.ts';
import { PROFILES } from './repair-options.ts';
import { repairOptionsSchema } from './tasks.ts';
import { noteSchema, toolReportSchema } from './tool-report.ts';
import { DISTANCE_UNITS } from './units.ts';

const countSchema = z.number().int().nonnegative();

/** Number of findings by kind; kinds without findings are absent. The kinds are those of the geometry kernel. */
const findingCountsSchema = z.record(z.string(), countSchema);

/** Member by member, since generators of clients make a map of any text out of a record. */
const weightsSchema = z.object({ ownership: countSchema, shape: countSchema, cosmetic: countSchema } satisfies Record<FindingWeight, z.ZodType>);

/** Who decided that a finding is not repaired by the rules: a person, a limit, or the profile. */
export const LAND_REASONS = ['decision', 'max-displacement', 'max-transfer', 'profile'] as const;
export type LandReason = (typeof LAND_REASONS)[number];

/** The outcome of the decisions on a layer. Decisions are identified by their position in the options, from one on. */
const decisionsReportSchema = z.object({
  /** How many were carried out: their findings name them. */
  done: z.number().int().nonnegative(),
  /** How many were not, and the first hundred of them with the reason. */
  not_done: z.number().int().nonnegative(),
  problems: z.array(z.object({ decision: z.number().int().positive(), outcome: z.enum(['met-nothing', 'impossible']), text: z.string() })),
});

export const findingSchema = z.object({
  kind: z.string(),
  /** Zero-based position of the feature in its layer, and its name from the file. */
  feature: z.number().int(),
  label: z.string(),
  other: z.number().int().nullable(),
  other_label: z.string().nullable(),
  at: z.tuple([z.number(), z.number()]).nullable(),
  measure: z.number().nullable(),
  action: z.string(),
  /** Why it was left, or repaired other than by the rules; absent if only the rules decided. */
  reason: z.enum(LAND_REASONS).exactOptional(),
  /** The number of the decision in the options, from one on. */
  decision: z.number().int().positive().exactOptional(),
  ...landOfFindingSchema.partial().shape,
});
export type ReportedFinding = z.infer<typeof findingSchema>;

/** Land that a feature lost to others in overlaps, beyond what digitising explains; areas in square units of the tolerances. */
const transferSchema = z.object({
  feature: z.number().int(),
  label: z.string(),
  /** Who received most of it. */
  other: z.number().int(),
  other_label: z.string(),
  lost: z.number(),
  /** The original area of the feature. */
  area: z.number(),
});

/**
 * Voids that two features or more enclose and that stay open: wider than the gap width, but up to four times as wide, or ten times if they are long, or narrower and shaped like
 * a road.
 * They are no findings. Lengths and areas are in the unit of the tolerances.
 */
const openVoidsSchema = z.object({
  count: z.number().int().positive(),
  /** The diameters of the largest circles that fit into them, to two digits. */
  narrowest: z.number(),
  widest: z.number(),
  area: z.number(),
  /** The first hundred, narrowest first: a corner, in the coordinates of the layer, and the two features with the longest borders. */
  first: z.array(z.object({ at: z.tuple([z.number(), z.number()]), width: z.number(), area: z.number(), features: z.array(z.object({ feature: z.number().int(), label: z.string() })) })),
});

export const layerReportSchema = z.object({
  name: z.string(),
  crs: z.object({
    /** As the file names it, and the code in the file. */
    name: z.string(),
    code: z.string().nullable(),
    units: z.enum(['geographic', 'planar']),
    /** The register's system, if identified. Absent from reports of an earlier version. */
    system: z.object({ code: z.string(), name: z.string() }).nullable().default(null),
    /** Metres per unit of projected coordinates, if the file states it. */
    metres_per_unit: z.number().nullable().default(null),
    /** Its definition from the file (OGC well-known text), if it has no code and cannot be identified. */
    wkt: z.string().exactOptional(),
  }),
  features: z.number().int(),
  vertices: z.number().int(),
  tolerances: z.object({
    snap_distance: z.number(),
    snap_distance_auto: z.boolean(),
    max_gap_width: z.number(),
    max_gap_width_auto: z.boolean(),
    /** Metres on the ground for geographic coordinates, their own unit for projected ones. */
    unit: z.enum(DISTANCE_UNITS),
    /** The distances that the repair began with, if it took larger ones later, as the repaired layer asked for them. */
    begun_with: z.object({ snap_distance: z.number(), max_gap_width: z.number() }).exactOptional(),
    /** The basis of tolerances derived from the data, in the same unit; absent if both were given. */
    evidence: z
      .object({
        /** The distance between borders that were drawn twice, except for the widest; 0 if none were seen. */
        sliver_width: z.number(),
        /** The narrowest strip of even width between the borders of two features, a road, a stream, an overlap or the space between houses; null if none was seen. */
        corridor_width: z.number().nullable(),
        /** The step of the coordinates' last decimal; 0 if they are not rounded. */
        coordinate_step: z.number(),
        /** A quarter of the edges are shorter. */
        edge_length: z.number(),
      })
      .exactOptional(),
  }),
  found: findingCountsSchema,
  /** What the written file still contains, determined by opening and checking it again. */
  remaining: findingCountsSchema,
  changed_features: z.number().int(),
  emptied_features: z.number().int(),
  /** The number of features that lose land by a transfer, and the ten that lose most. Transfers are findings but not faults, and not part of `found`. */
  losing_features: z.number().int().default(0),
  transfers: z.array(transferSchema).default([]),
  /** The field with the features' names, guessed or chosen; null if ids or positions are used. */
  label_field: z.string().nullable().exactOptional(),
  /** How many findings there are of each weight; absent from reports of an earlier version, like the balance and its totals. */
  weights: weightsSchema.exactOptional(),
  /** Each changed feature, those that lost or gained most first. A task carries the first fifty, the report file has all. */
  balance: z.array(balanceEntrySchema).exactOptional(),
  balance_totals: balanceTotalsSchema.exactOptional(),
  /** Narrow voids between features that stay open; absent if there are none, and from reports of an earlier version. */
  open_voids: openVoidsSchema.exactOptional(),
  /** The outcome of the decisions on this layer; absent if there are none. */
  decisions: decisionsReportSchema.exactOptional(),
  /** How many findings were left unrepaired, by reason; absent without profile, limits and decisions. */
  left: z.partialRecord(z.enum(LAND_REASONS), z.number().int().nonnegative()).exactOptional(),
  /** Only in the report file, not in the task: changed features, those with the largest change in area first, as many as a map can show. */
  changed: z.array(changedFeatureSchema).exactOptional(),
  /** Only in the report file, not in the task. */
  findings: z.array(findingSchema).optional(),
});

export const datasetReportSchema = z.object({
  name: z.string(),
  format: z.enum(FORMAT_NAMES),
  files: z.array(z.string()),
  /** The names of its files in the result; absent from reports of an earlier version. */
  result_files: z.array(z.string()).exactOptional(),
  /** True if the returned files equal the input files byte for byte. */
  unchanged: z.boolean(),
  /** True if the written file was opened again and nothing was found that should have been repaired. */
  verified: z.boolean(),
  notes: z.array(noteSchema),
  layers: z.array(layerReportSchema),
});

/** Identifies an input or output file, so that anybody can verify later that it is the same. */
const fileDigestSchema = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  /** SHA-256 of its bytes, in hexadecimal digits. */
  sha256: z.string(),
});
export type FileDigest = z.infer<typeof fileDigestSchema>;

/** The rules of a repair, apart from the tolerances of each layer. */
const reportedRulesSchema = z.object({
  overlaps: z.enum(['fix', 'keep']),
  gaps: z.enum(['fix', 'keep']),
  profile: z.enum(PROFILES),
  /** The limit for moving a border, and the one for land, beyond which nothing is changed; null: no limit. */
  max_displacement_m: z.number().nullable(),
  max_transfer_m2: z.number().nullable(),
  /** The number of given decisions. */
  decisions: z.number().int().nonnegative(),
});
export type ReportedRules = z.infer<typeof reportedRulesSchema>;

export const reportSchema = z.object({
  tool: z.string(),
  /** Absent from reports of the first version. */
  report_version: z.number().int().positive().exactOptional(),
  /** What was requested; absent from reports of an earlier version. */
  rules: reportedRulesSchema.exactOptional(),
  /** The options as they were given: with them the same files are repaired in the same way. Absent from reports of an earlier version. */
  options: repairOptionsSchema.exactOptional(),
  /** The files that came in, and those that were given back; absent from reports of an earlier version. A check gives none back. */
  inputs: z.array(fileDigestSchema).exactOptional(),
  results: z.array(fileDigestSchema).exactOptional(),
  datasets: z.array(datasetReportSchema),
  /** What could not be processed and is not in the result, in the order in which it was sent. */
  failures: z.array(failureSchema).default([]),
  /** Findings of all layers of all datasets. */
  found: findingCountsSchema,
  remaining: findingCountsSchema,
  notes: z.array(noteSchema),
  /** The reports of the tools that processed the repaired files further, in order; absent if there were none. */
  then: z.array(toolReportSchema.loose()).exactOptional(),
});
export type Transfer = z.infer<typeof transferSchema>;
export type Report = z.infer<typeof reportSchema>;
export type DatasetReport = z.infer<typeof datasetReportSchema>;
export type LayerReport = z.infer<typeof layerReportSchema>;
