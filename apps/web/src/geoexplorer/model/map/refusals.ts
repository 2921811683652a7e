import type { Retry } from '@geoinsights/contract';
import { once } from '../../../ui/once.ts';
import { whenToRetry } from '../../../ui/when-to-retry.ts';
import type { RetryWords } from '../../../ui/when-to-retry.ts';

const WHEN: RetryWords = {
  unknown: 'daqui a alguns minutos',
  now: 'daqui a pouco',
  seconds: (count) => `em ${String(count)} segundos`,
  after: (time) => `depois das ${time}`,
  clock: once(() => new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short' })),
};

const TOO_MANY = 429;
const BUSY = 503;

/** A temporary refusal by our server, and who acts on it. */
export interface Refusal {
  readonly kind: 'too-many' | 'busy';
  readonly retry: Retry | null;
}

/** Null for a response that is not such a refusal. */
export function refusalOf(status: number | null, retry: Retry | null): Refusal | null {
  if (status === TOO_MANY) return { kind: 'too-many', retry };
  return status === BUSY ? { kind: 'busy', retry } : null;
}

/** @param again what to repeat, or what the page repeats by itself. */
export function refusalSentence({ kind, retry }: Refusal, again = 'tente de novo'): string {
  const reason = kind === 'too-many' ? 'Pedidos demais vieram da sua rede' : 'O servidor não consegue responder agora';
  return `${reason}: ${again} ${whenToRetry(retry, WHEN)}.`;
}
