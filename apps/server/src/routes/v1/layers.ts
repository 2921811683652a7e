import { createHash } from 'node:crypto';
import { layerGroupsSchema } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Services } from '../../services.ts';
import { namesTag } from './entity-tag.ts';

export function layersRoutes(app: FastifyInstance, { catalogue }: Services): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/layers/layer_groups',
    {
      schema: {
        summary: 'The layer groups of the map, with their layers',
        description: 'Groups and layers stand by position. The address of a layer that this server draws is a path on this server.',
        tags: ['layers'],
        response: { 200: layerGroupsSchema, 304: z.undefined().describe('The groups are those that the asker has.') },
      },
    },
    async (request, reply) => {
      const groups = await catalogue.groups();
      // Weak, because the same groups may be sent compressed or not.
      const etag = `W/"${createHash('sha256').update(JSON.stringify(groups)).digest('base64url').slice(0, 27)}"`;
      void reply.headers({ etag, 'cache-control': 'no-cache' });
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send(undefined);
      return reply.send(groups);
    },
  );
}
