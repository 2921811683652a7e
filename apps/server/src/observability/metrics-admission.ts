import { BlockList, isIP } from 'node:net';
import { ProblemError } from '@geoinsights/contract';
import { bearerCheck } from '../bearer-token.ts';

/** The parts of a request that matter here. */
export interface Asker {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Headers by which a proxy reveals that the client is somebody else. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Who may read the metrics: with a token configured, whoever sends it; without one, programs on this machine.
 * @returns a function that throws ProblemError `metrics-token-needed` or `not-found` for everybody else
 */
export function admitToMetrics(token: string | null): (asker: Asker) => void {
  if (token === null) return admitThisMachine;
  const hasToken = bearerCheck(token);
  return ({ headers }) => {
    if (!hasToken([headers['authorization']].flat()[0])) throw new ProblemError('metrics-token-needed');
  };
}

/** To others, an address that is not public does not exist. */
function admitThisMachine({ headers, socket }: Asker): void {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  if (isForwarded || !isLoopback(socket.remoteAddress ?? '')) throw new ProblemError('not-found');
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return isIP(plain) !== 0 && LOOPBACK.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
