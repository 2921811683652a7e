import { layerGroupsSchema } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { readLayerGroups } from '../../db/layer-groups.ts';
import type { Services } from '../../services.ts';

export function layersRoutes(app: FastifyInstance, { database }: Services): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/layers/layer_groups',
    { schema: { summary: 'The layer groups of the map, with their layers', tags: ['layers'], response: { 200: layerGroupsSchema } } },
    () => readLayerGroups(database.tables),
  );
}
