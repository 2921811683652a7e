import type { Config } from './config.ts';
import { ConfigError } from './config.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

/**
 * Whoever compromises a server that runs as root owns the machine. On the loopback address, where somebody tries the product, the
 * risk is theirs to take.
 * @throws ConfigError
 */
export function refuseRoot({ host, access }: Config, user: number | undefined = process.geteuid?.()): void {
  if (user !== 0 || access.allowRoot || LOOPBACK.test(host)) return;
  throw new ConfigError(`The server does not run as root where other machines can reach it (HOST is ${host}). Start it under an account of its own, or set ALLOW_ROOT=1.`);
}
