import { randomUUID } from 'node:crypto';
import { problemSchema, ProblemError, uploadSchema } from '@geoinsights/contract';
import type { Upload } from '@geoinsights/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema, isUuid } from '../../db/uuid.ts';
import { recordUpload, tooLarge } from '../../files/receive-upload.ts';
import type { ResumableUpload } from '../../files/resumable-store.ts';
import { differs, putTogether, receivePart, requireOpen, requireTogether } from '../../files/resumable-uploads.ts';
import type { ReceivedFile } from '../../files/upload-store.ts';
import type { Services } from '../../services.ts';
import { discardBody } from '../../visitors/discard-body.ts';
import { refuseOtherBodies } from '../../visitors/request-bodies.ts';
import { creationHeadersSchema, fileNameOf, metadataOf, partHeadersSchema, requireOurProtocol, TUS_EXTENSIONS, TUS_VERSION, tusHeadersSchema } from './tus-headers.ts';

const ADDRESS = '/tools/uploads';
const PART_TYPE = 'application/offset+octet-stream';
const ACCEPTED = `the bytes of a file as ${PART_TYPE}`;
/** When a visitor may begin another one if none ends earlier. */
const UNFINISHED_RETRY_SECONDS = 600;
const parameters = z.object({ uuid: idSchema });
const joinSchema = z.strictObject({ uploads: z.array(idSchema).min(1).max(10_000).describe('Ids of whole uploads: the last segment of their addresses.') });
const REFUSALS = { 400: problemSchema, 404: problemSchema, 409: problemSchema, 410: problemSchema, 412: problemSchema, 429: problemSchema, 503: problemSchema };

/**
 * Uploads that continue after a broken connection: the tus protocol 1.0.0, one file at a time, and the call that combines several
 * into one input_file.
 */
export async function resumableUploadsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  // With parsers and hooks of its own.
  await app.register((scope, _options, done) => {
    refuseOtherBodies(scope, ACCEPTED);
    scope.addContentTypeParser(PART_TYPE, (_request, payload, parsed) => parsed(null, payload));
    scope.addHook('onRequest', (request, reply, next) => {
      void reply.header('tus-resumable', TUS_VERSION);
      if (request.method !== 'OPTIONS') requireOurProtocol(request.headers);
      next();
    });
    descriptionRoute(scope, services);
    creationRoute(scope, services, `${app.prefix}${ADDRESS}`);
    offsetRoute(scope, services);
    partRoute(scope, services);
    deletionRoute(scope, services);
    done();
  });
  joinRoute(app, services);
}

function descriptionRoute(scope: FastifyInstance, { config }: Services): void {
  scope.withTypeProvider<ZodTypeProvider>().options(ADDRESS, { schema: { operationId: 'describeResumableUploads', summary: 'The parts of the tus protocol that this server supports', description: 'In the headers Tus-Version, Tus-Extension and Tus-Max-Size.', tags: ['files'], response: { 204: z.undefined() } } }, (_request, reply) =>
    reply.code(204).headers({ 'tus-version': TUS_VERSION, 'tus-extension': TUS_EXTENSIONS, 'tus-max-size': config.upload.maximumBytes, 'allow': 'OPTIONS, POST' }).send(),
  );
}

/** @param address of the uploads */
function creationRoute(scope: FastifyInstance, services: Services, address: string): void {
  scope.withTypeProvider<ZodTypeProvider>().post(
    ADDRESS,
    {
      schema: {
        operationId: 'beginResumableUpload',
        summary: 'Begin an upload of one file that can be resumed after a broken connection',
        description: 'By the tus protocol 1.0.0: Upload-Length and the filename in Upload-Metadata; the address of the upload is in Location. It expires a day after the last part arrived (Upload-Expires).',
        tags: ['files'],
        headers: creationHeadersSchema,
        response: { 201: z.undefined(), ...REFUSALS, 413: problemSchema, 415: problemSchema, 422: problemSchema, 507: problemSchema },
      },
    },
    async (request, reply) => {
      const [size, name] = [Number(request.headers['upload-length']), fileNameOf(request.headers['upload-metadata'])];
      const { uuid, expiresAt } = await begin({ size, name, visitor: services.visitorOf(request.ip) }, services);
      return reply.code(201).headers({ 'location': `${address}/${uuid}`, 'upload-expires': expiresAt.toUTCString() }).send(undefined);
    },
  );
}

function offsetRoute(scope: FastifyInstance, services: Services): void {
  scope.withTypeProvider<ZodTypeProvider>().head(
    `${ADDRESS}/:uuid`,
    {
      // By default the OpenAPI document omits HEAD routes.
      config: { swagger: { exposeHeadRoute: true } },
      schema: { operationId: 'askResumableUpload', summary: 'How much of an upload has arrived', description: 'In Upload-Offset.', tags: ['files'], params: parameters, headers: tusHeadersSchema, response: { 200: z.undefined(), ...REFUSALS } },
    },
    async (request, reply) => {
      const { name, size, received, expires_at: expiresAt } = await openUpload(request.params.uuid, services);
      return reply.headers({ 'cache-control': 'no-store', 'upload-offset': received, 'upload-length': size, 'upload-metadata': metadataOf(name), 'upload-expires': expiresAt.toUTCString() }).send(undefined);
    },
  );
}

function partRoute(scope: FastifyInstance, services: Services): void {
  scope.withTypeProvider<ZodTypeProvider>().patch(
    `${ADDRESS}/:uuid`,
    {
      schema: {
        operationId: 'sendPart',
        summary: 'Send the next bytes of an upload',
        description: `From Upload-Offset on, as ${PART_TYPE}. If the connection breaks, what has arrived so far is kept.`,
        tags: ['files'],
        params: parameters,
        headers: partHeadersSchema,
        response: { 204: z.undefined(), ...REFUSALS, 408: problemSchema, 413: problemSchema, 415: problemSchema, 507: problemSchema },
      },
      bodyLimit: services.config.upload.maximumBytes,
    },
    async (request, reply) => {
      try {
        const { received, expiresAt } = await receive(request, reply, { uuid: request.params.uuid, offset: Number(request.headers['upload-offset']) }, services);
        return await reply.code(204).headers({ 'upload-offset': received, 'upload-expires': expiresAt.toUTCString() }).send(undefined);
      } catch (error) {
        discardBody(request.raw);
        throw error;
      }
    },
  );
}

function deletionRoute(scope: FastifyInstance, services: Services): void {
  const { files, resumable } = services;
  scope.withTypeProvider<ZodTypeProvider>().delete(
    `${ADDRESS}/:uuid`,
    { schema: { operationId: 'deleteResumableUpload', summary: 'Give up an upload', description: 'What has arrived of it is deleted.', tags: ['files'], params: parameters, headers: tusHeadersSchema, response: { 204: z.undefined(), ...REFUSALS } } },
    async (request, reply) => {
      const { uuid } = await openUpload(request.params.uuid, services);
      await resumable.remove(uuid);
      await files.deleteParts(uuid);
      return reply.code(204).send();
    },
  );
}

function joinRoute(app: FastifyInstance, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/tools/files/from-uploads',
    {
      schema: {
        operationId: 'joinUploads',
        summary: 'Combine resumable uploads into one input_file',
        description: 'For example the files of a shapefile, each of which was sent by its own upload. The answer is that of an upload of all files at once. A repeated request for the same uploads gets the same answer.',
        tags: ['files'],
        body: joinSchema,
        response: { 201: uploadSchema, 400: problemSchema, 404: problemSchema, 409: problemSchema, 410: problemSchema, 413: problemSchema, 422: problemSchema, 503: problemSchema, 507: problemSchema },
      },
    },
    async (request, reply) => reply.code(201).send(await join([...new Set(request.body.uploads)], services)),
  );
}

async function begin({ size, name, visitor }: { size: number; name: string; visitor: string }, { config, files, resumable, room, storage }: Services): Promise<{ uuid: string; expiresAt: Date }> {
  const limits = config.upload;
  if (size > limits.maximumBytes) throw tooLarge(limits);
  if (!files.isShared) await room.require(size);
  await storage.require(size);
  if ((await resumable.unfinishedOf(visitor)) >= limits.maximumFiles) throw new ProblemError('too-many-unfinished-uploads', { limit: limits.maximumFiles, seconds: UNFINISHED_RETRY_SECONDS });
  const uuid = randomUUID();
  return { uuid, expiresAt: await resumable.add({ uuid, name, size, visitor }) };
}

async function receive(request: FastifyRequest, reply: FastifyReply, { uuid, offset }: { uuid: string; offset: number }, services: Services): ReturnType<typeof receivePart> {
  if (!isPart(request.headers['content-type'])) throw new ProblemError('unsupported-media-type', { accepted: ACCEPTED });
  const { files, room, storage, uploadWatch } = services;
  const upload = await openUpload(uuid, services);
  if (offset !== upload.received) throw differs(upload);
  const rest = upload.size - upload.received;
  const announced = Number(request.headers['content-length'] ?? rest);
  if (announced > rest) throw new ProblemError('invalid-request', { reason: 'it contains more than the rest of the upload.' });
  if (!files.isShared) await room.require(announced);
  const release = await storage.expect(announced);
  try {
    return await uploadWatch.during(request, reply, () => receivePart(upload, request.raw, services));
  } finally {
    release();
  }
}

/** @throws ProblemError unknown-upload, upload-over */
async function openUpload(uuid: string, { resumable }: Services): Promise<ResumableUpload> {
  return requireOpen(isUuid(uuid) ? await resumable.find(uuid) : null);
}

async function join(uuids: readonly string[], services: Services): Promise<Upload> {
  const { config, files, resumable, room, storage } = services;
  const found = uuids.every(isUuid) ? await resumable.findAll(uuids) : [];
  if (found.length < uuids.length) throw new ProblemError('unknown-upload');
  const earlier = await madeBefore(found, services);
  if (earlier !== null) return earlier;
  if (found.some(({ is_expired: isExpired, input_file: inputFile }) => isExpired || inputFile !== null)) throw new ProblemError('upload-over');
  const received = requireTogether(found, config.upload);
  const bytes = received.reduce((sum, { size }) => sum + size, 0);
  if (!files.isShared) await room.require(bytes);
  const release = await storage.expect(bytes);
  try {
    return await make(found, received, services);
  } catch (error) {
    // Of two concurrent requests one wins; the other's copy is deleted, and both get the same response.
    const made = await madeBefore(await resumable.findAll(uuids), services);
    if (made === null) throw error;
    return made;
  } finally {
    release();
  }
}

/** @throws ProblemError upload-over if another request has made something of one of them meanwhile */
async function make(found: readonly ResumableUpload[], received: readonly ReceivedFile[], services: Services): Promise<Upload> {
  const { files, metrics, resumable, uploads } = services;
  const uuids = found.map(({ uuid }) => uuid);
  const { uuid: made } = await putTogether(found, received, services);
  const upload = await recordUpload(made, received, services);
  if (!(await resumable.finish(uuids, made))) {
    await uploads.remove(made);
    await files.deleteUpload(made);
    throw new ProblemError('upload-over');
  }
  for (const uuid of uuids) await files.deleteParts(uuid);
  metrics.uploaded(received.reduce((sum, { size }) => sum + size, 0));
  return upload;
}

/** The upload previously made of exactly these, if it still exists. */
async function madeBefore(found: readonly ResumableUpload[], { uploads }: Services): Promise<Upload | null> {
  const first = found.at(0);
  const inputFile = first?.input_file ?? null;
  if (first === undefined || inputFile === null || found.some(({ input_file: made }) => made !== inputFile)) return null;
  const kept = await uploads.filesOf(inputFile);
  if (kept.length !== found.length) return null;
  return { uuid: inputFile, files: kept.map(({ name, size }) => ({ name, size })), expires_at: first.expires_at.toISOString() };
}

/** Media types are compared case-insensitively, and a parameter changes nothing about bytes. */
function isPart(contentType: string | undefined): boolean {
  return contentType?.split(';', 1).at(0)?.trim().toLowerCase() === PART_TYPE;
}
