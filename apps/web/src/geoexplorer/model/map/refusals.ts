import type { Retry } from '@geoinsights/contract';

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short' });
/** Longer waits are told by the clock. */
const LONGEST_COUNTED_SECONDS = 90;
const MINUTE_MS = 60_000;

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
  return `${reason}: ${again} ${whenOf(retry)}.`;
}

function whenOf(retry: Retry | null): string {
  if (retry === null) return 'daqui a alguns minutos';
  if (retry.seconds <= 1) return 'daqui a pouco';
  if (retry.seconds <= LONGEST_COUNTED_SECONDS) return `em ${String(retry.seconds)} segundos`;
  return `depois das ${clock.format(Math.ceil(retry.at / MINUTE_MS) * MINUTE_MS)}`;
}
