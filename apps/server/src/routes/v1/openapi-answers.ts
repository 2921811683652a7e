/** What no schema of a route says about its answers: headers, and the answers that every route may give. */

interface Answer {
  description: string;
  content?: Record<string, unknown> | undefined;
  headers?: unknown;
}
interface Answering {
  readonly operationId?: string | undefined;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> } | undefined;
  readonly responses: Record<string, Answer>;
}

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });
const LOCATION = { Location: header('The address.') };
const RETRY_AFTER = { 'Retry-After': header('The seconds to wait before the next try.', 'integer') };
const TAG = { ETag: header('For If-None-Match.') };
const NAME = { 'Content-Disposition': header('With the name of the file.') };
const EXPIRES = { 'Upload-Expires': header('When the upload expires unless more of it arrives.') };
const OFFSET = { 'Upload-Offset': header('How many bytes have arrived.', 'integer') };
const FILE = { ...NAME, ...TAG, 'Last-Modified': header('For If-Modified-Since.'), 'Accept-Ranges': header('bytes') };
const RANGE = { 'Content-Range': header('Which bytes, of how many.') };

/** By operation and status. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  createTask: { 200: LOCATION, 201: LOCATION },
  downloadFile: { 200: FILE, 206: { ...FILE, ...RANGE }, 304: TAG, 307: LOCATION, 416: RANGE },
  downloadDataset: { 200: FILE, 206: { ...FILE, ...RANGE }, 304: TAG, 307: LOCATION, 416: RANGE },
  getTaskReport: { 200: { ...NAME, ...TAG }, 304: TAG },
  describeResumableUploads: { 204: { 'Tus-Version': header('The versions of the protocol.'), 'Tus-Extension': header('Its extensions.'), 'Tus-Max-Size': header('The longest upload, in bytes.', 'integer') } },
  beginResumableUpload: { 201: { ...LOCATION, ...EXPIRES } },
  askResumableUpload: { 200: { ...OFFSET, ...EXPIRES, 'Upload-Length': header('The size of the whole file, in bytes.', 'integer'), 'Upload-Metadata': header('The name of the file.') } },
  sendPart: { 204: { ...OFFSET, ...EXPIRES } },
  listTools: { 200: TAG, 304: TAG },
  getLayerGroups: { 200: TAG, 304: TAG },
  askWms: { 304: TAG },
};
const RETRIED = ['429', '503', '507'];

export function describeAnswers(operation: Answering): void {
  const { operationId = '', requestBody, responses } = operation;
  // Requests are counted for each address, whatever they ask for.
  const common = requestBody === undefined ? ['429'] : ['413', '415', '429'];
  for (const status of common) responses[status] ??= { description: '', content: PROBLEM };
  // What is refused before a route is reached: an invalid address or host, a compressed body, a method.
  responses['default'] ??= { description: 'Any other refusal.', content: PROBLEM };
  for (const [status, answer] of Object.entries(responses)) {
    const headers = { ...HEADERS[operationId]?.[status], ...(RETRIED.includes(status) ? RETRY_AFTER : {}) };
    if (Object.keys(headers).length > 0) answer.headers = headers;
  }
}
