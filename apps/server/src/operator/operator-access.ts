import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const FILE_NAME = 'operator.json';
const TOKEN_BYTES = 32;

const accessSchema = z.object({ address: z.url(), token: z.string().min(1) });
/** How a program of the operator reaches the running server. */
export type OperatorAccess = z.infer<typeof accessSchema>;

/**
 * Lets whoever can read the data folder work with the running server. A new token is made at every start and stands, with
 * the address, in a file that only the server's account can read; the file goes when the server stops.
 * @returns what throws ProblemError `operator-only` for every value of Authorization but that of the token.
 */
export function admitOperator(app: FastifyInstance, dataFolder: string): (authorization: string | undefined) => void {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expected = digest(`Bearer ${token}`);
  const file = path.join(dataFolder, FILE_NAME);
  // One that a crash left behind names an address where someone else may listen by now.
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
    // Digests have one length and are compared in constant time, so that the answer's time tells nothing of the token.
    if (!timingSafeEqual(digest(authorization ?? ''), expected)) throw new ProblemError('operator-only');
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A server that listens on all addresses is reached on the one of this machine. */
function addressOf({ address, port, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

/** @returns null when no server has left its address in the folder. */
export async function readOperatorAccess(dataFolder: string): Promise<OperatorAccess | null> {
  const text = await readFile(path.join(dataFolder, FILE_NAME), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return accessSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
