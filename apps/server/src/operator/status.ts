import { PROGRESS_STATUSES } from '@geoinsights/contract';
import { z } from 'zod';

const partSchema = z.union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), why: z.string() })]);

/** The status of a running server, for its operator. */
export const serverStatusSchema = z.object({
  version: z.string(),
  database: z.enum(['embedded', 'postgresql']),
  parts: z.object({ database: partSchema, storage: partSchema, queue: partSchema, disk: partSchema }),
  stock: z.object({
    tasks: z.array(z.object({ tool: z.string(), state: z.enum(PROGRESS_STATUSES), count: z.number() })).readonly(),
    oldestWaitSeconds: z.number(),
    uploadBytes: z.number(),
    resultBytes: z.number(),
    databaseBytes: z.number(),
  }),
  disk: z.object({ free_bytes: z.number(), floor_bytes: z.number() }),
});
export type ServerStatus = z.infer<typeof serverStatusSchema>;
