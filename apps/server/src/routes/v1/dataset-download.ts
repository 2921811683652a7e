import { Readable } from 'node:stream';
import { problemSchema, ProblemError } from '@geoinsights/contract';
import { splitName } from '@geoinsights/formats/file-names';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema, isUuid } from '../../db/uuid.ts';
import { bytesWithin, extractEntries } from '../../files/archive-part.ts';
import { RESULT_MEDIA_TYPES } from '../../files/media-types.ts';
import type { Services } from '../../services.ts';
import { announcePart, askedPart, PART_ANSWERS } from './asked-part.ts';

const parameters = z.object({ uuid: idSchema, position: z.string().regex(/^[1-9]\d{0,14}$/, 'has to be a number, 1 or more') });

/** One dataset from a result that holds several. */
export function datasetDownloadRoutes(app: FastifyInstance, { uploads, files }: Services): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/tools/files/:uuid/datasets/:position',
    {
      schema: {
        operationId: 'downloadDataset',
        summary: 'Download one dataset of a repair',
        description: 'Identified by the output_file of a task and the position of the dataset in its report, starting at 1: the file, or the files of a shapefile as an archive of their own. Ranges and conditions are honoured.',
        tags: ['files'],
        params: parameters,
        produces: [...RESULT_MEDIA_TYPES],
        response: { ...PART_ANSWERS, 307: z.undefined().describe('The result contains nothing else: it is at the address in Location.'), 400: problemSchema },
      },
      // Compression would remove the content length and the ranges.
      compress: false,
    },
    async (request, reply) => {
      const { uuid, position } = request.params;
      const result = isUuid(uuid) ? await uploads.result(uuid) : null;
      const datasets = result === null ? null : await uploads.filesOfDatasets(uuid);
      const names = datasets?.at(Number(position) - 1);
      if (result === null || names === undefined) throw new ProblemError('unknown-file');
      if (datasets?.length === 1) return reply.redirect(`${app.prefix}/tools/files/${uuid}`, 307);
      const part = await extractEntries({ name: result.name, size: result.size, open: (range) => files.openResult(uuid, range) }, names);
      if (part === null) throw new ProblemError('unknown-file');
      const name = names.length === 1 ? names[0] : `${splitName(names[0]).base}.zip`;
      const sent = { name, size: part.size, etag: `"${uuid}-${position}"`, modified: result.created_at };
      const asked = askedPart(request, reply, sent);
      announcePart(reply, asked, sent);
      return reply.send(asked.isKnown ? undefined : Readable.from(bytesWithin(part.content, asked), { objectMode: false }));
    },
  );
}
