import { z } from 'zod';

const programsSchema = z.object({ findOrUnpackNginx: z.function({ input: [], output: z.string().nullable() }) });

/** Path of nginx, unpacked if necessary; null if unavailable. */
export async function foreignNginx(): Promise<string | null> {
  const programs: unknown = await import(new URL('../../scripts/foreign-programs.mjs', import.meta.url).href);
  return programsSchema.parse(programs).findOrUnpackNginx();
}
