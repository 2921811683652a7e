import { ProblemError } from '@geoinsights/contract/errors';
import { readCapabilities } from './capabilities.ts';
import type { Capabilities } from './capabilities.ts';

/** Government services take long for this answer, but not for ever. */
const TIMEOUT_MILLISECONDS = 60_000;
/** The largest that are seen describe thousands of layers in some 15 MB. */
const LONGEST_ANSWER = 32 << 20;
/** Some services refuse clients that do not say who they are. */
const USER_AGENT = 'GeoInsights/0.1 (geotools layers import-wms)';
const REQUEST_PARAMETERS = new Set(['service', 'request', 'version']);

/**
 * Asks a WMS what it offers.
 * @param address its address, with or without the parameters of a request; others (`map=…`) are kept.
 * @param milliseconds for the whole answer
 * @returns also the address under which its layers are to be asked for.
 * @throws ProblemError `wms-unreachable`, `wms-not-understood`
 */
export async function fetchCapabilities(address: string, milliseconds = TIMEOUT_MILLISECONDS): Promise<{ url: string; capabilities: Capabilities }> {
  const service = new URL(address);
  for (const name of [...service.searchParams.keys()]) if (REQUEST_PARAMETERS.has(name.toLowerCase())) service.searchParams.delete(name);
  service.hash = '';
  const question = new URL(service);
  for (const [name, value] of [['SERVICE', 'WMS'], ['REQUEST', 'GetCapabilities'], ['VERSION', '1.3.0']] as const) question.searchParams.set(name, value);
  const { bytes, answeredFrom } = await download(question, service.host, milliseconds);
  // Pictures are better asked for where they are answered at once; where else a service sends us it may send us elsewhere tomorrow.
  if (answeredFrom.protocol === 'https:' && answeredFrom.host === service.host) service.protocol = 'https:';
  return { url: service.href, capabilities: readCapabilities(decode(bytes), service.host) };
}

async function download(question: URL, host: string, milliseconds: number): Promise<{ bytes: Uint8Array; answeredFrom: URL }> {
  const refuse = (reason: string, cause?: unknown): ProblemError => new ProblemError('wms-unreachable', { host, reason }, { cause });
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const answer = await fetch(question, { signal, headers: { 'user-agent': USER_AGENT, accept: 'application/xml, text/xml, */*;q=0.5' } });
    if (!answer.ok) throw refuse(`it answered with the status ${answer.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > LONGEST_ANSWER) throw refuse(`its answer is longer than ${LONGEST_ANSWER >> 20} MiB`);
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks), answeredFrom: new URL(answer.url) };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (signal.aborted) throw refuse(`it did not answer within ${milliseconds / 1000} seconds`, error);
    const cause = error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : 'no connection';
    throw refuse(`there is no connection to it (${cause})`, error);
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
