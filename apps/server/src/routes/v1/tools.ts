import { toolListSchema } from '@geoinsights/contract';
import type { ToolDescription } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { namesTag, weakTagOf } from '../../entity-tag.ts';
import type { Services } from '../../services.ts';
import { allowAllOrigins, answerPreflights } from './all-origins.ts';
import { optionsJsonSchema, reportJsonSchema } from './tool-schemas.ts';

/** The list of tools. It does not change while the server runs. */
export function toolsRoutes(app: FastifyInstance, { tools }: Services): void {
  const list = [...tools.values()].map(descriptionOf);
  const etag = weakTagOf(list);
  answerPreflights(app, '/tools');
  app.withTypeProvider<ZodTypeProvider>().get(
    '/tools',
    {
      onRequest: allowAllOrigins,
      schema: {
        operationId: 'listTools',
        summary: 'The available tools',
        description: 'With the JSON Schemas of the options of each tool and of the report of its tasks.',
        tags: ['tasks'],
        response: { 200: toolListSchema, 304: z.undefined().describe('The tools have not changed.') },
      },
    },
    async (request, reply) => {
      void reply.headers({ etag, 'cache-control': 'no-cache' });
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send(undefined);
      return reply.send(list);
    },
  );
}

function descriptionOf(tool: ToolDefinition): ToolDescription {
  const { name, title, summary, inputs } = tool;
  return { name, title, summary, inputs: { ...inputs }, options_schema: optionsJsonSchema(tool), report_schema: reportJsonSchema(tool) };
}
