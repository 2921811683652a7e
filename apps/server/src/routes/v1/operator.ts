import { groupChangesSchema, layerChangesSchema, newLayerSchema } from '@geoinsights/catalogue';
import { layerGroupsSchema, problemSchema } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema } from '../../db/uuid.ts';
import type { Services } from '../../services.ts';
import { operatorTasksRoutes } from './operator-tasks.ts';

const layerParameters = z.object({ uuid: idSchema });
const groupParameters = z.object({ name: z.string() });
const uuidSchema = z.object({ uuid: z.string() });

/**
 * The operator's access to the catalogue of a running server. Not in the public API description: use `geotools layers` and
 * `geotools admin`. No request contains a path; data to publish is already in the data folder, under a uuid.
 */
export async function operatorRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { catalogue, admitOperator } = services;
  await app.register((operator, _options, done) => {
    operator.addHook('onRequest', (request, _reply, next) => {
      admitOperator(request.headers.authorization);
      next();
    });
    operator.addHook('onSend', (_request, reply, payload, next) => {
      if (reply.statusCode === 401) void reply.header('www-authenticate', 'Bearer');
      void reply.header('cache-control', 'no-store');
      next(null, payload);
    });
    operatorTasksRoutes(operator, services);
    const routes = operator.withTypeProvider<ZodTypeProvider>();
    routes.get('/operator/layers', { schema: { hide: true, response: { 200: layerGroupsSchema, 401: problemSchema } } }, () => catalogue.groups());
    routes.post('/operator/layers', { schema: { hide: true, body: newLayerSchema, response: { 201: uuidSchema, 401: problemSchema, 409: problemSchema, 422: problemSchema } } }, async (request, reply) =>
      reply.code(201).send({ uuid: await catalogue.add(request.body) }),
    );
    routes.patch('/operator/layers/:uuid', { schema: { hide: true, params: layerParameters, body: layerChangesSchema, response: { 204: z.undefined(), 401: problemSchema, 404: problemSchema, 409: problemSchema, 422: problemSchema } } }, async (request, reply) => {
      await catalogue.update(request.params.uuid, request.body);
      return reply.code(204).send();
    });
    routes.delete('/operator/layers/:uuid', { schema: { hide: true, params: layerParameters, response: { 204: z.undefined(), 401: problemSchema, 404: problemSchema } } }, async (request, reply) => {
      await catalogue.remove(request.params.uuid);
      return reply.code(204).send();
    });
    routes.patch('/operator/groups/:name', { schema: { hide: true, params: groupParameters, body: groupChangesSchema, response: { 204: z.undefined(), 401: problemSchema, 404: problemSchema, 409: problemSchema } } }, async (request, reply) => {
      await catalogue.updateGroup(request.params.name, request.body);
      return reply.code(204).send();
    });
    done();
  });
}
