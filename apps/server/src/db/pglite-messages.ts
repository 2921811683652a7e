import { z } from 'zod';

/** Requests from the server to the thread of the embedded database. */
export const requestSchema = z.discriminatedUnion('kind', [
  /** One statement with parameters. */
  z.object({ id: z.number(), kind: z.literal('query'), sql: z.string(), parameters: z.array(z.unknown()) }),
  /** Any number of statements without parameters. */
  z.object({ id: z.number(), kind: z.literal('exec'), sql: z.string() }),
  z.object({ id: z.number(), kind: z.literal('listen'), channel: z.string() }),
  z.object({ id: z.number(), kind: z.literal('close') }),
]);
export type PGliteRequest = z.infer<typeof requestSchema>;

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())), affectedRows: z.number().nullable() });
export type PGliteRows = z.infer<typeof rowsSchema>;

export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('unusable'), message: z.string() }),
  z.object({ kind: z.literal('done'), id: z.number(), results: z.array(rowsSchema) }),
  z.object({ kind: z.literal('failed'), id: z.number(), message: z.string(), code: z.string().nullable(), /** It will answer nothing from now on. */ isBroken: z.boolean() }),
  z.object({ kind: z.literal('notification'), channel: z.string(), payload: z.string() }),
]);
export type PGliteReply = z.infer<typeof replySchema>;
