import { publicConnectionFailure } from '@geoinsights/catalogue';
import type { PublicFetch } from '@geoinsights/catalogue';

/** Some services refuse clients that do not identify themselves. */
const USER_AGENT = 'GeoInsights/0.1';
const MOST_REDIRECTS = 3;

/** Why there is no answer, as the middle part of a sentence. */
export class NoAnswer extends Error {}

export interface Downloaded {
  readonly text: string;
  /** Longer than allowed: the rest was not read, and the text is empty. */
  readonly isTooLong: boolean;
}

/**
 * Reads the response of a service. A redirect is followed only to the same host, and never from https to http: whoever can change a
 * service's responses cannot send this server elsewhere.
 * @param fetch connects only to permitted addresses
 * @throws NoAnswer
 */
export async function download(fetch: PublicFetch, question: URL, longest: number, signal: AbortSignal): Promise<Downloaded> {
  try {
    const answer = await follow(fetch, question, signal);
    const chunks: Uint8Array[] = [];
    let size = 0;
    const body: AsyncIterable<Uint8Array> | [] = answer.body ?? [];
    for await (const chunk of body) {
      size += chunk.length;
      if (size > longest) return { text: '', isTooLong: true };
      chunks.push(chunk);
    }
    return { text: decode(Buffer.concat(chunks), answer.headers.get('content-type') ?? ''), isTooLong: false };
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer(signal.aborted ? 'it takes too long' : ['there is no connection to it', publicConnectionFailure(error)].filter((part) => part !== null).join(': '), { cause: error });
  }
}

async function follow(fetch: PublicFetch, question: URL, signal: AbortSignal): ReturnType<PublicFetch> {
  let address = question;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await fetch(address, { signal, redirect: 'manual', headers: { 'user-agent': USER_AGENT, accept: '*/*' } });
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (location === null) {
      if (answer.ok) return answer;
      await answer.body?.cancel();
      throw new NoAnswer(`it answers with the status ${String(answer.status)}`);
    }
    await answer.body?.cancel();
    const next = URL.canParse(location, address.href) ? new URL(location, address) : null;
    if (next === null || !staysHome(address, next)) throw new NoAnswer('it redirects elsewhere');
    address = next;
  }
  throw new NoAnswer('it redirects in circles');
}

/** Whether a redirect may be followed: to the same origin, or on the same host from http to https. */
export function staysHome(from: URL, to: URL): boolean {
  if (to.origin === from.origin) return true;
  return to.hostname === from.hostname && from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
}

function decode(bytes: Uint8Array, contentType: string): string {
  try {
    return new TextDecoder(/charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
