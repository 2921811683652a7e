import { ProblemError } from '@geoinsights/contract/errors';
import { readCapabilities } from './capabilities.ts';
import type { Capabilities } from './capabilities.ts';
import { connectionFailure } from './connection-failure.ts';
import { publicFetch } from './public-fetch.ts';
import type { PublicFetch } from './public-fetch.ts';

/** Government services take long for this answer, but not for ever. */
const TIMEOUT_MILLISECONDS = 60_000;
/** Where nothing answers by https it is often the silence of a firewall, which takes the whole time. */
const HTTPS_MILLISECONDS = 20_000;
/** The largest that are seen describe thousands of layers in some 15 MB. */
const LONGEST_ANSWER = 32 << 20;
/** Some services refuse clients that do not say who they are. */
const USER_AGENT = 'GeoInsights/0.1 (geotools layers import-wms)';
const REQUEST_PARAMETERS = new Set(['service', 'request', 'version']);

/** What a service says of itself, and where. */
export interface FoundService {
  /** The address under which its layers are to be asked for, always by https. */
  readonly url: string;
  /** It was named by http, and answers by https as well. */
  readonly isUpgraded: boolean;
  readonly capabilities: Capabilities;
}

/**
 * Asks a WMS what it offers. A page can show pictures that come by https only: a service that is named by http is asked by https
 * first, and refused when it has none. What the capabilities say about the address of GetMap is not gone by: services behind a
 * proxy often name themselves by http there, and pictures are to come from where the capabilities came from.
 * @param address its address, with or without the parameters of a request; others (`map=…`) are kept.
 * @param networks beside the public internet, in which it may lie
 * @param milliseconds for each whole answer
 * @throws ProblemError `wms-unreachable`, `wms-not-understood`, `wms-only-http`
 */
export async function fetchCapabilities(address: string, networks: readonly string[] = [], milliseconds = TIMEOUT_MILLISECONDS): Promise<FoundService> {
  const fetch = publicFetch(networks);
  const service = serviceAddress(address);
  if (service.protocol === 'https:') return { ...(await ask(fetch, service, milliseconds)), isUpgraded: false };
  const secure = new URL(service);
  secure.protocol = 'https:';
  try {
    return { ...(await ask(fetch, secure, Math.min(milliseconds, HTTPS_MILLISECONDS))), isUpgraded: true };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // What is wrong with it by http as well is told as such; and it may send to where it has https.
    return { ...(await ask(fetch, service, milliseconds, error)), isUpgraded: true };
  }
}

/** @param whyNotSecure the refusal by https that came before, of a service that is now asked by http */
async function ask(fetch: PublicFetch, service: URL, milliseconds: number, whyNotSecure?: ProblemError): Promise<Pick<FoundService, 'url' | 'capabilities'>> {
  const question = new URL(service);
  for (const [name, value] of [['SERVICE', 'WMS'], ['REQUEST', 'GetCapabilities'], ['VERSION', '1.3.0']] as const) question.searchParams.set(name, value);
  const { bytes, answeredFrom } = await download(fetch, question, service.host, milliseconds);
  const capabilities = readCapabilities(decode(bytes), service.host);
  if (answeredFrom.protocol !== 'https:') {
    const reason = whyNotSecure?.details['reason'] ?? 'it sends whoever asks by https to http';
    throw new ProblemError('wms-only-http', { host: service.host, reason });
  }
  // Where a service sends us by https it may send us elsewhere tomorrow; what it sends on from http is no address for a picture.
  return { url: whyNotSecure === undefined ? service.href : serviceAddress(answeredFrom.href).href, capabilities };
}

/** The address of a service, without what belongs to one request. */
function serviceAddress(address: string): URL {
  const service = new URL(address);
  for (const name of [...service.searchParams.keys()]) if (REQUEST_PARAMETERS.has(name.toLowerCase())) service.searchParams.delete(name);
  service.hash = '';
  return service;
}

async function download(fetch: PublicFetch, question: URL, host: string, milliseconds: number): Promise<{ bytes: Uint8Array; answeredFrom: URL }> {
  const refuse = (reason: string, cause?: unknown): ProblemError => new ProblemError('wms-unreachable', { host, reason }, { cause });
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const answer = await fetch(question, { signal, headers: { 'user-agent': USER_AGENT, accept: 'application/xml, text/xml, */*;q=0.5' } });
    if (!answer.ok) throw refuse(`it answered with the status ${answer.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    const body: AsyncIterable<Uint8Array> | [] = answer.body ?? [];
    for await (const chunk of body) {
      size += chunk.length;
      if (size > LONGEST_ANSWER) throw refuse(`its answer is longer than ${LONGEST_ANSWER >> 20} MiB`);
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks), answeredFrom: new URL(answer.url) };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (signal.aborted) throw refuse(`it did not answer within ${milliseconds / 1000} seconds`, error);
    throw refuse(`there is no connection to it: ${connectionFailure(error)}`, error);
  }
}

/** In the encoding that the first bytes or the XML declaration name. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
