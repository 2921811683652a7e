import type { Retry } from '@geoinsights/contract';
import { whenToRetry } from '../../../ui/when-to-retry.ts';
import type { RetryWords } from '../../../ui/when-to-retry.ts';

const WHEN: RetryWords = {
  unknown: 'daqui a alguns minutos',
  now: 'daqui a pouco',
  seconds: (count) => `em ${String(count)} segundos`,
  after: (time) => `depois das ${time}`,
  clock: new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short' }),
};

const TOO_MANY = 429;
const BUSY = 503;

/** That our server answers no more for now, and who does something about it: it is over after a while. */
export interface Refusal {
  readonly kind: 'too-many' | 'busy';
  readonly retry: Retry | null;
}

/** Null for an answer that is no such refusal. */
export function refusalOf(status: number | null, retry: Retry | null): Refusal | null {
  if (status === TOO_MANY) return { kind: 'too-many', retry };
  return status === BUSY ? { kind: 'busy', retry } : null;
}

/** @param again what is to be done again, or what the page does again by itself. */
export function refusalSentence({ kind, retry }: Refusal, again = 'tente de novo'): string {
  const reason = kind === 'too-many' ? 'Pedidos demais vieram da sua rede' : 'O servidor não consegue responder agora';
  return `${reason}: ${again} ${whenToRetry(retry, WHEN)}.`;
}
