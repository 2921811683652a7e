import multipart from '@fastify/multipart';
import { problemSchema, ProblemError, uploadSchema } from '@geoinsights/contract';
import type { Upload } from '@geoinsights/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema, isUuid } from '../../db/uuid.ts';
import { filesAsSent } from '../../files/multipart-as-sent.ts';
import { mediaTypeOf, RESULT_MEDIA_TYPES } from '../../files/media-types.ts';
import { receiveUpload, recordUpload, tooLarge } from '../../files/receive-upload.ts';
import type { Services } from '../../services.ts';
import { deleteFile } from '../../tasks/deletion.ts';
import { discardBody } from '../../visitors/discard-body.ts';
import { refuseOtherBodies } from '../../visitors/request-bodies.ts';
import { announcePart, askedPart, PART_ANSWERS } from './asked-part.ts';
import { compressed, headersOfCompressed, isReport, isSentCompressed } from './compressed-report.ts';
import { dispositionOf } from './disposition.ts';
import { requireBoundary } from './multipart-boundary.ts';

/** What the boundaries and headers of a multipart body may add to its files. */
const MULTIPART_OVERHEAD_BYTES = 1_048_576;
const ACCEPTED = 'files as multipart/form-data';
const fileParameters = z.object({ uuid: idSchema });

/** @param app a scope of its own, because the accepted kinds of bodies are changed. */
export async function filesRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const limits = services.config.upload;
  refuseOtherBodies(app, ACCEPTED);
  await app.register(multipart, {
    throwFileSizeLimit: false,
    // Names are cleaned here, where the result is also validated.
    preservePath: true,
    // Each file is sent under its own name, so the field's name may be as long as a file's.
    limits: { fileSize: limits.maximumBytes + 1, files: limits.maximumFiles, parts: limits.maximumFiles + 1, fields: 0, fieldNameSize: 1024, headerPairs: 20 },
  });
  uploadRoute(app, services);
  downloadRoute(app, services);
  deletionRoute(app, services);
}

function uploadRoute(app: FastifyInstance, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/tools/files',
    {
      schema: {
        operationId: 'uploadFiles',
        summary: 'Upload the files of one or several datasets',
        description: 'The files are kept for a day, or until they are deleted. Pass the uuid of the answer to a task as its input_file. File names are read as filename* says, else as UTF-8, or as Windows-1252 where they are not valid UTF-8; the answer has them as they were read.',
        tags: ['files'],
        consumes: ['multipart/form-data'],
        response: { 201: uploadSchema, 400: problemSchema, 408: problemSchema, 413: problemSchema, 415: problemSchema, 422: problemSchema, 429: problemSchema, 503: problemSchema, 507: problemSchema },
      },
      // The multipart parser's limits apply, not that of other bodies.
      bodyLimit: services.config.upload.maximumBytes + MULTIPART_OVERHEAD_BYTES,
    },
    async (request, reply) => reply.code(201).send(await takeUpload(request, reply, services)),
  );
}

function downloadRoute(app: FastifyInstance, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: ['GET', 'HEAD'],
    url: '/tools/files/:uuid',
    schema: {
      operationId: 'downloadFile',
      summary: 'Download a result or a report',
      description: 'Identified by the output_file or report_file of a task. Ranges and conditions are honoured; the name of the file is in Content-Disposition. A whole report is sent compressed to clients that accept gzip, with its own length in X-Uncompressed-Length.',
      tags: ['files'],
      params: fileParameters,
      produces: [...RESULT_MEDIA_TYPES],
      response: { ...PART_ANSWERS, 307: z.undefined().describe('The file is at the address in Location, for a few minutes.') },
    },
    // Compression would remove the content length and the ranges; reports are compressed by the route itself.
    compress: false,
    handler: (request, reply) => sendResult(request.params.uuid, request, reply, services),
  });
}

function deletionRoute(app: FastifyInstance, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().delete(
    '/tools/files/:uuid',
    {
      schema: {
        operationId: 'deleteFile',
        summary: 'Delete an upload with everything made from it, or one result',
        description: 'Tasks on a deleted upload are cancelled.',
        tags: ['files'],
        params: fileParameters,
        response: { 204: z.undefined(), 404: problemSchema, 503: problemSchema },
      },
    },
    async (request, reply) => {
      const { uuid } = request.params;
      if (!isUuid(uuid) || !(await deleteFile(uuid, services))) throw new ProblemError('unknown-file');
      return reply.code(204).send();
    },
  );
}

async function takeUpload(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<Upload> {
  const { files, metrics, room, storage, uploadWatch } = services;
  const { maximumBytes } = services.config.upload;
  if (!request.isMultipart()) throw new ProblemError('unsupported-media-type', { accepted: ACCEPTED });
  const boundary = requireBoundary(request.headers['content-type']);
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maximumBytes + MULTIPART_OVERHEAD_BYTES) throw tooLarge(services.config.upload);
  // Files in a shared storage take no room here.
  if (!files.isShared) await room.require(announced);
  // For a body of unknown length, reserve the maximum.
  const release = await storage.expect(announced > 0 ? announced : maximumBytes);
  try {
    const received = await uploadWatch.during(request, reply, () => receive(request, boundary, services));
    const upload = await recordUpload(received.uuid, received.files, services);
    metrics.uploaded(received.files.reduce((sum, { size }) => sum + size, 0));
    return upload;
  } finally {
    release();
  }
}

async function receive(request: FastifyRequest, boundary: string, { files, config }: Services): ReturnType<typeof receiveUpload> {
  try {
    return await receiveUpload(filesAsSent(request.files(), request.raw, boundary), files, config.upload);
  } catch (error) {
    discardBody(request.raw);
    throw error;
  }
}

async function sendResult(uuid: string, request: FastifyRequest, reply: FastifyReply, { files, uploads }: Services): Promise<FastifyReply> {
  const result = isUuid(uuid) ? await uploads.result(uuid) : null;
  if (result === null) throw new ProblemError('unknown-file');
  // A result never changes, so its uuid is as good as a hash of it.
  const sent = { name: result.name, size: result.size, etag: `"${uuid}"`, modified: result.created_at };
  const asked = askedPart(request, reply, sent);
  const elsewhere = asked.isSent ? await files.addressOfResult(uuid, { contentDisposition: dispositionOf(result.name), contentType: mediaTypeOf(result.name) }) : null;
  if (elsewhere !== null) return reply.header('cache-control', 'no-store').redirect(elsewhere, 307);
  // Before sending headers: the storage may be unavailable.
  const bytes = asked.isSent ? await files.openResult(uuid, asked) : null;
  announcePart(reply, asked, sent);
  if (asked.isKnown) return reply.send(undefined);
  if (isReport(result.name)) void reply.header('vary', 'accept-encoding');
  if (bytes !== null && asked.range === null && isSentCompressed(request.headers, result)) {
    return reply.removeHeader('content-length').headers(headersOfCompressed(result.size, sent.etag)).send(compressed(bytes));
  }
  // Without any content, Fastify would describe the type differently.
  return reply.send(bytes ?? Buffer.alloc(0));
}
