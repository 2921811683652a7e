import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { problemSchema, ProblemError, type Task } from '@geoinsights/contract';
import { mediaTypeOfReport, nameOfReport, REPORT_KINDS, REPORT_LANGUAGES } from '@geoinsights/tools/report-kinds';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema } from '../../db/uuid.ts';
import { namesTag } from '../../entity-tag.ts';
import { REPORT_POLICY } from '../../security-headers.ts';
import type { Services } from '../../services.ts';
import { whenGone } from '../../visitors/when-gone.ts';
import { dispositionOf } from './disposition.ts';

const query = z.object({
  format: z.enum(REPORT_KINDS).describe('csv is an archive of both tables; each is also available by itself. gpkg contains the findings as layers for QGIS; html and pdf are a printable page.'),
  language: z.enum(REPORT_LANGUAGES).default('en').describe('The language of the tables and the page. Tables in Portuguese have semicolons and decimal commas, as spreadsheets in Brazil expect.'),
});

/** The report of a finished task as other kinds of files. @param find throws if there is no such task */
export function taskReportRoutes(app: FastifyInstance, { reportFiles, tools, uploads }: Pick<Services, 'reportFiles' | 'tools' | 'uploads'>, find: (tool: string, uuid: string) => Promise<Task>): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/tools/:tool/:uuid/report',
    {
      schema: {
        operationId: 'getTaskReport',
        summary: 'The report of a repair as tables, GeoPackage or a printable page',
        description: 'Created on request from the report file of a finished task, which takes some seconds if there are many findings.',
        tags: ['tasks'],
        params: z.object({ tool: z.string(), uuid: idSchema }),
        querystring: query,
        produces: [...new Set(REPORT_KINDS.map(mediaTypeOfReport))],
        response: {
          200: z.unknown().describe('The file.'),
          304: z.undefined().describe('The file has not changed.'),
          400: problemSchema,
          404: problemSchema,
          409: problemSchema,
          503: problemSchema,
          507: problemSchema,
        },
      },
      // Archives, databases and PDFs are already compressed, and the content length should be sent.
      compress: false,
    },
    async (request, reply) => {
      const { tool, uuid } = request.params;
      const { format, language } = request.query;
      const task = await find(tool, uuid);
      if (tools.get(tool)?.reportsFindings !== true) throw new ProblemError('not-found');
      if (task.progress_status !== 'COMPLETED') throw new ProblemError('report-not-ready');
      const stored = task.report_file === null ? null : await uploads.result(task.report_file);
      if (task.report_file === null || stored === null) throw new ProblemError('unknown-file');
      const etag = `"${task.report_file}-${format}-${language}"`;
      void reply.headers({ etag, 'cache-control': 'private, no-cache' });
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send(undefined);
      const gone = new AbortController();
      whenGone(reply, () => gone.abort());
      const { place, release } = await reportFiles.make({ uuid: task.report_file, size: stored.size, date: stored.created_at }, format, language, gone.signal);
      whenGone(reply, () => void release());
      const { size } = await stat(place);
      void reply.headers({
        'content-type': mediaTypeOfReport(format),
        'content-length': size,
        'content-disposition': dispositionOf(nameOfReport(stored.name.replace(/\.json$/, ''), format)),
      });
      if (format === 'html') void reply.header('content-security-policy', REPORT_POLICY);
      return reply.send(createReadStream(place));
    },
  );
}
