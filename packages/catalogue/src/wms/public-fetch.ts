import { lookup as lookUpName } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { buildConnector, RequestInit, Response } from 'undici';

/** In the style of Node's codes; `connection-failure.ts` explains it. */
const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS';
const CONNECT_MILLISECONDS = 10_000;

type LookUpAll = (host: string, answer: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;
const systemLookUp: LookUpAll = (host, answer) => lookUpName(host, { all: true }, answer);

/** Fetches from other people's services. */
export type PublicFetch = (address: URL, init: RequestInit) => Promise<Response>;

/** @throws Error if one of them is not a network; a sentence for the operator */
export function parseNetworks(text: string): readonly string[] {
  const networks = text.split(',').map((part) => part.trim()).filter((part) => part !== '');
  // Old forms are no address for Node, and another one than most people think: 10.1/16 would be the network of 10.0.0.1.
  const wrong = networks.find((network) => isIP(network.slice(0, network.lastIndexOf('/'))) === 0 || !ipaddr.isValidCIDR(network));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no network such as 10.1.0.0/16`);
  return networks;
}

/**
 * Like `fetch`, but connects only to public internet addresses: whoever names a service, owns its name, or responds with a redirect must
 * not make this machine query its own network. The address is checked when connecting, so that a name that changes its address
 * in between does not get through.
 * @param networks additional networks that may be queried, such as 10.1.0.0/16: the operator's own services
 */
export function publicFetch(networks: readonly string[], lookUp: LookUpAll = systemLookUp): PublicFetch {
  let made: ReturnType<typeof makeAgent> | null = null;
  return async (address, init) => {
    made ??= makeAgent(networks, lookUp);
    const { fetch, dispatcher } = await made;
    return fetch(address, { ...init, dispatcher });
  };
}

/** The library is loaded on demand: few commands and few requests to the server need it. */
async function makeAgent(networks: readonly string[], lookUp: LookUpAll) {
  const { Agent, buildConnector, fetch } = await import('undici');
  const connect = buildConnector({ lookup: checkedLookup(networks, lookUp), timeout: CONNECT_MILLISECONDS });
  const checked: buildConnector.connector = (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // An IP address needs no lookup.
    if (isIP(host) !== 0 && !mayBeAsked(host, networks)) callback(privateAddress(), null);
    else connect(options, callback);
  };
  return { fetch, dispatcher: new Agent({ connect: checked }) };
}

function checkedLookup(networks: readonly string[], lookUp: LookUpAll): LookupFunction {
  return (host, options, answer) => {
    lookUp(host, (error, addresses) => {
      if (error !== null) {
        answer(error, []);
        return;
      }
      const asked = addresses.filter(({ address }) => mayBeAsked(address, networks));
      const first = asked.at(0);
      if (first === undefined) answer(privateAddress(), []);
      else if (options.all === true) answer(null, asked);
      else answer(null, first.address, first.family);
    });
  };
}

/** Of the named ranges only `unicast` is the internet. An IPv4 address may be written as IPv6. */
function mayBeAsked(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'unicast') return true;
  return networks.map((network) => ipaddr.parseCIDR(network)).some(([start, bits]) => start.kind() === parsed.kind() && parsed.match(start, bits));
}

function privateAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('The address is not one of the public internet.'), { code: PRIVATE_ADDRESS });
}
