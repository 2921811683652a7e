import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bearerCheck } from '../bearer-token.ts';

const FILE_NAME = 'operator.json';
const TOKEN_BYTES = 32;

const accessSchema = z.object({ address: z.url(), token: z.string().min(1) });
/** How an operator's program reaches the running server. */
export type OperatorAccess = z.infer<typeof accessSchema>;

/**
 * Grants access to the running server to whoever can read the data folder. Every start creates a new token and stores it, with the
 * address, in a file that only the server's account can read; the file is deleted when the server stops.
 * @returns a function that throws ProblemError `operator-only` for every Authorization value but the token's.
 */
export function admitOperator(app: FastifyInstance, dataFolder: string): (authorization: string | undefined) => void {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const hasToken = bearerCheck(token);
  const file = path.join(dataFolder, FILE_NAME);
  // A file left behind by a crash names an address where someone else may be listening by now.
  rmSync(file, { force: true });
  app.addHook('onListen', async () => {
    const address = app.server.address();
    if (address === null || typeof address === 'string') return;
    const passing = `${file}.${randomBytes(6).toString('hex')}.part`;
    await writeFile(passing, JSON.stringify({ address: addressOf(address), token }), { mode: 0o600, flag: 'wx' });
    await rename(passing, file);
  });
  app.addHook('onClose', () => rm(file, { force: true }));
  return (authorization) => {
    if (!hasToken(authorization)) throw new ProblemError('operator-only');
  };
}

/** A server that listens on all addresses is reached on this machine's own. */
function addressOf({ address, port, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

/** @returns null if no server has left its address in the folder. */
export async function readOperatorAccess(dataFolder: string): Promise<OperatorAccess | null> {
  const text = await readFile(path.join(dataFolder, FILE_NAME), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return accessSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
