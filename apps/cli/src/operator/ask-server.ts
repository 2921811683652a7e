import { existsSync } from 'node:fs';
import path from 'node:path';
import { problemSchema } from '@geoinsights/contract';
import type { OperatorAccess } from '@geoinsights/server/operator';
import { CannotWriteError, ServerRefusal, UsageError } from '../exit-codes.ts';

/** @throws UsageError if it does not exist */
export function dataFolderOf(dataDir: string | undefined): string {
  const dataFolder = namedDataFolder(dataDir);
  if (!existsSync(dataFolder)) throw new UsageError(`There is no data folder ${dataFolder}. Name the one of your server with --data-dir or DATA_DIR; a server creates it when it first starts.`);
  return dataFolder;
}

/** Whether it exists or not. */
export function namedDataFolder(dataDir: string | undefined): string {
  return path.resolve(dataDir ?? (process.env['DATA_DIR'] || './data'));
}

/**
 * Sends a request to a running server as its operator.
 * @returns its response, null if empty
 * @throws ServerRefusal, in the server's words; CannotWriteError if no server responds
 */
export async function askServer({ address, token }: OperatorAccess, method: string, place: string, body?: unknown): Promise<unknown> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`${address}/api/v1/operator/${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await answer.text();
  } catch (error) {
    throw new CannotWriteError(`The server that uses the data folder does not answer at ${address}. Wait until it has started, or stop it.`, { cause: error });
  }
  const value = valueIn(text);
  if (answer.ok && value !== undefined) return value;
  const problem = problemSchema.safeParse(answer.headers.get('content-type')?.startsWith('application/problem+json') === true ? value : null);
  if (answer.ok || !problem.success) throw new CannotWriteError(`What answers at ${address} is not the server of the data folder.`);
  throw new ServerRefusal(`${problem.data.title}: ${problem.data.detail}`, problem.data.status);
}

/** The value that a text is as JSON, null for an empty one; undefined if it is something else, such as the page of another program at that address. */
function valueIn(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
