import { ProblemError } from '@geoinsights/contract';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { cleanFileName } from '../../files/file-names.ts';

/** Of the tus protocol, https://tus.io/protocols/resumable-upload. */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,termination,expiration';

const countSchema = z.stringFormat('count', /^\d{1,16}$/).transform(Number).pipe(z.int());

/** @throws ProblemError unsupported-tus-version */
export function requireVersion(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== TUS_VERSION) throw new ProblemError('unsupported-tus-version', { version: TUS_VERSION });
}

/** A header that is a number of bytes. @throws ProblemError invalid-request */
export function countOf(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number {
  const count = countSchema.safeParse(headers[name]);
  if (!count.success) throw new ProblemError('invalid-request', { reason: `the header ${name} has to be a number of bytes.` });
  return count.data;
}

/**
 * The file's name out of Upload-Metadata: pairs of a key and a value in Base64, with commas between them. Other pairs are left aside.
 * @throws ProblemError invalid-file-name, file-name-too-long
 */
export function fileNameOf(headers: IncomingHttpHeaders): string {
  const pairs = [headers['upload-metadata']].flat().join(',').split(',');
  const [, value = ''] = pairs.map((pair) => pair.trim().split(' ')).find(([key]) => key === 'filename') ?? [];
  return cleanFileName(Buffer.from(value, 'base64').toString('utf8'));
}

export function metadataOf(name: string): string {
  return `filename ${Buffer.from(name).toString('base64')}`;
}
