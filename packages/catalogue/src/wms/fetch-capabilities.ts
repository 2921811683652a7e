import { ProblemError } from '@geoinsights/contract/errors';
import { readCapabilities } from './capabilities.ts';
import type { Capabilities } from './capabilities.ts';
import { connectionFailure } from './connection-failure.ts';
import { publicFetch } from './public-fetch.ts';
import type { PublicFetch } from './public-fetch.ts';

/** Government services take long for this response, but not for ever. */
const TIMEOUT_MILLISECONDS = 60_000;
/** Firewalls often drop packets to a closed https port without an answer, so the attempt uses up the whole time. */
const HTTPS_MILLISECONDS = 20_000;
/** The largest ones seen describe thousands of layers in some 15 MB. */
const LONGEST_ANSWER = 32 << 20;
/** Some services refuse clients that do not identify themselves. */
const USER_AGENT = 'GeoInsights/0.1 (geotools layers import-wms)';
const REQUEST_PARAMETERS = new Set(['service', 'request', 'version']);

/** A service's description of itself, and its address. */
export interface FoundService {
  /** The address for requesting its layers, always https. */
  readonly url: string;
  /** It was given with http, but supports https as well. */
  readonly isUpgraded: boolean;
  readonly capabilities: Capabilities;
}

/**
 * Asks a WMS what it offers. A page can show only pictures that come over https. A service given with http is asked over https first, and
 * refused if it has none. The GetMap address in the capabilities is ignored: services behind a proxy often state http there, and
 * pictures should come from where the capabilities came from.
 * @param address its address, with or without request parameters; others (`map=…`) are kept.
 * @param networks outside the public internet that may host it
 * @param milliseconds for each complete response
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
    // A failure over http as well is reported as such. A response over http may also redirect to https.
    return { ...(await ask(fetch, service, milliseconds, error)), isUpgraded: true };
  }
}

/** @param whyNotSecure the earlier https failure of a service that is now asked over http */
async function ask(fetch: PublicFetch, service: URL, milliseconds: number, whyNotSecure?: ProblemError): Promise<Pick<FoundService, 'url' | 'capabilities'>> {
  const question = new URL(service);
  for (const [name, value] of [['SERVICE', 'WMS'], ['REQUEST', 'GetCapabilities'], ['VERSION', '1.3.0']] as const) question.searchParams.set(name, value);
  const { bytes, answeredFrom } = await download(fetch, question, service.host, milliseconds);
  const capabilities = readCapabilities(decode(bytes), service.host);
  if (answeredFrom.protocol !== 'https:') {
    const reason = whyNotSecure?.details['reason'] ?? 'it sends whoever asks by https to http';
    throw new ProblemError('wms-only-http', { host: service.host, reason });
  }
  // A redirect over https may lead elsewhere tomorrow, so the given address is kept; an http address that redirects cannot be used for pictures.
  return { url: whyNotSecure === undefined ? service.href : serviceAddress(answeredFrom.href).href, capabilities };
}

/** The address of a service without the parameters of a single request. */
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

/** In the encoding given by the first bytes or the XML declaration. */
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
