import { CallFailed } from '@geoinsights/contract';

/** An answer of a few hundred bytes takes longer only if nothing gets through. */
const PATIENCE_MS = 10_000;
/** Browsers keep up to six connections to a server, and each call that is given up ends one of them. */
const MOST_CALLS = 7;

const SILENCE = new Error('The line is silent.');

/**
 * Asks again as long as there is no answer: a line may break without either end being told, and then only a new connection gets through.
 * @param ask a call of the client that is given up when the signal aborts
 * @throws CallFailed as without a connection, if none of the calls is answered
 */
export async function unlessSilent<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let call = 1; ; call++) {
    try {
      return await oneCall(ask, signal);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.cause !== SILENCE || call === MOST_CALLS) throw error;
    }
  }
}

async function oneCall<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(SILENCE), PATIENCE_MS);
  signal.addEventListener('abort', stop);
  try {
    return await ask(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
