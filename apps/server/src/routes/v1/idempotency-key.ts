import { ProblemError } from '@geoinsights/contract';
import { z } from 'zod';

export const IDEMPOTENCY_KEY = 'idempotency-key';
const words = 'has to be 1 to 255 visible ASCII characters';

/** For the API description. `idempotencyKeyOf` reports faults of a key. */
export const idempotencyHeadersSchema = z.looseObject({
  [IDEMPOTENCY_KEY]: z.string().optional().describe('Chosen by you, for example a UUID. A second request with the same key and the same body on the same upload gets the task of the first one, and no new task is created.'),
});

const keySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** @throws ProblemError invalid-request */
export function idempotencyKeyOf(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = keySchema.safeParse(header);
  if (!key.success) throw new ProblemError('invalid-request', { reason: `its header Idempotency-Key ${words}.` });
  return key.data;
}
