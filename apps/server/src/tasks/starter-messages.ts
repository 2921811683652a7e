import { z } from 'zod';

/** Requests from the server to the thread that starts processes. */
export const starterRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    id: z.number(),
    module: z.string(),
    parameters: z.array(z.string()),
    environment: z.record(z.string(), z.string()),
    program: z.string(),
    options: z.array(z.string()),
  }),
  z.object({ kind: z.literal('send'), id: z.number(), message: z.record(z.string(), z.unknown()) }),
]);
export type StarterRequest = z.infer<typeof starterRequestSchema>;
export type ProcessOrder = Omit<Extract<StarterRequest, { kind: 'start' }>, 'kind' | 'id'>;

export const starterReplySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), id: z.number(), pid: z.number() }),
  z.object({ kind: z.literal('message'), id: z.number(), message: z.unknown() }),
  z.object({ kind: z.literal('gone'), id: z.number(), how: z.string() }),
]);
export type StarterReply = z.infer<typeof starterReplySchema>;
