import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ProblemError } from '@geoinsights/contract';
import { z } from 'zod';
import { cleanFileName } from '../../files/file-names.ts';

/** Of the tus protocol, https://tus.io/protocols/resumable-upload. */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,termination,expiration';

const bytesSchema = z.string().regex(/^\d{1,16}$/, 'has to be a number of bytes');

/** The protocol's headers that we read. */
export const tusHeadersSchema = z.looseObject({ 'tus-resumable': z.literal(TUS_VERSION) });
export const creationHeadersSchema = tusHeadersSchema.extend({
  'upload-length': bytesSchema.describe('The size of the file, in bytes.'),
  'upload-metadata': z.string().optional().describe('The name of the file: "filename" and the name in Base64.'),
});
export const partHeadersSchema = tusHeadersSchema.extend({ 'upload-offset': bytesSchema.describe('Where in the file the bytes begin: the number that have arrived.') });

/** Of extensions of the protocol that we do not have: who sends one relies on what would not be done. */
const HEADERS_OF_OTHER_EXTENSIONS = ['Upload-Checksum', 'Upload-Concat', 'Upload-Defer-Length'];

/** @throws ProblemError unsupported-tus-version, invalid-request */
export function requireOurProtocol(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== TUS_VERSION) throw new ProblemError('unsupported-tus-version', { version: TUS_VERSION });
  const other = HEADERS_OF_OTHER_EXTENSIONS.find((name) => headers[name.toLowerCase()] !== undefined);
  if (other !== undefined) throw new ProblemError('invalid-request', { reason: `its header ${other} is of an extension of tus that this server does not have; it has ${TUS_EXTENSIONS}. Several files are joined by POST /api/v1/tools/files/from-uploads.` });
}

/**
 * The file name from Upload-Metadata: comma-separated pairs of a key and a Base64 value. Other pairs are ignored.
 * @throws ProblemError invalid-file-name, file-name-too-long
 */
export function fileNameOf(metadata: string | undefined): string {
  const pairs = (metadata ?? '').split(',');
  const [, value = ''] = pairs.map((pair) => pair.trim().split(' ')).find(([key]) => key === 'filename') ?? [];
  return cleanFileName(Buffer.from(value, 'base64').toString('utf8'));
}

export function metadataOf(name: string): string {
  return `filename ${Buffer.from(name).toString('base64')}`;
}

const ADDRESS_OF_AN_UPLOAD = /^\/api\/v1\/tools\/uploads\/[^/]/;
const METHODS_INSTEAD = ['PATCH', 'DELETE'];

/**
 * For proxies that let no PATCH or DELETE through, the protocol has X-HTTP-Method-Override: a POST with this header counts as that method. Must be
 * called before the route is looked up.
 */
export function overrideMethod(request: IncomingMessage): void {
  const instead = [request.headers['x-http-method-override']].flat()[0]?.toUpperCase();
  if (request.method === 'POST' && instead !== undefined && METHODS_INSTEAD.includes(instead) && ADDRESS_OF_AN_UPLOAD.test(request.url ?? '')) request.method = instead;
}
