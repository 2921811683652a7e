import { layerFeaturesSchema, layerGroupsSchema, placeSchema, problemSchema } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema } from '../../db/uuid.ts';
import type { Services } from '../../services.ts';
import { whenGone } from '../../visitors/when-gone.ts';
import { namesTag, weakTagOf } from '../../entity-tag.ts';
import { allowAllOrigins, answerPreflights } from './all-origins.ts';

export function layersRoutes(app: FastifyInstance, { catalogue, layerFeatures }: Services): void {
  answerPreflights(app, '/layers/layer_groups');
  app.withTypeProvider<ZodTypeProvider>().get(
    '/layers/layer_groups',
    {
      onRequest: allowAllOrigins,
      schema: {
        operationId: 'getLayerGroups',
        summary: 'The layer groups of the map, with their layers',
        description: 'Groups and layers are sorted by position. The address of a layer that this server draws is a path on this server.',
        tags: ['layers'],
        response: { 200: layerGroupsSchema, 304: z.undefined().describe('The groups have not changed.'), 503: problemSchema },
      },
    },
    async (request, reply) => {
      const groups = await catalogue.shownGroups();
      const etag = weakTagOf(groups);
      void reply.headers({ etag, 'cache-control': 'no-cache' });
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send(undefined);
      return reply.send(groups);
    },
  );
  app.withTypeProvider<ZodTypeProvider>().get(
    '/layers/:layer/features',
    {
      schema: {
        operationId: 'findLayerFeatures',
        summary: 'The features of one layer at a place',
        description: 'Layers that this server draws are looked up in their data. For others the WMS that the catalogue names is asked (GetFeatureInfo). At most ten features are returned; has_more says whether there are more. Of each at most a hundred attributes are returned; more_attributes says how many it has beyond these.',
        tags: ['layers'],
        params: z.object({ layer: idSchema }),
        querystring: placeSchema,
        response: { 200: layerFeaturesSchema, 400: problemSchema, 404: problemSchema, 502: problemSchema, 503: problemSchema },
      },
    },
    async (request, reply) => {
      const gone = new AbortController();
      whenGone(reply, () => gone.abort(new Error('The client is gone.')));
      void reply.header('cache-control', 'no-store');
      return layerFeatures.find(request.params.layer, request.query, gone.signal);
    },
  );
}
