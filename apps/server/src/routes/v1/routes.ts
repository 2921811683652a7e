import type { FastifyInstance } from 'fastify';
import swagger from '@fastify/swagger';
import { allowAllOrigins, answerPreflights } from './all-origins.ts';
import { apiPage } from './api-page.ts';
import { collectMethods, refuseOtherMethods } from '../other-methods.ts';
import { datasetDownloadRoutes } from './dataset-download.ts';
import { filesRoutes } from './files.ts';
import { keepOutOfCaches } from './keep-out-of-caches.ts';
import { layersRoutes } from './layers.ts';
import { operatorRoutes } from './operator.ts';
import { API_DESCRIPTION, describeApi, OPENAPI_TYPE } from './openapi-details.ts';
import type { Services } from '../../services.ts';
import { resumableUploadsRoutes } from './resumable-uploads.ts';
import { tasksRoutes } from './tasks.ts';
import { toolsRoutes } from './tools.ts';
import { wmsRoutes } from './wms.ts';

/** The API, version 1. */
export async function v1Routes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(swagger, {
    openapi: API_DESCRIPTION,
    ...describeApi(services.tools),
  });
  const methods = collectMethods(app);
  keepOutOfCaches(app);
  await apiPage(app);
  app.get('/openapi.json', { schema: { hide: true }, onRequest: allowAllOrigins }, (_request, reply) => reply.type(OPENAPI_TYPE).send(app.swagger()));
  answerPreflights(app, '/openapi.json');
  await app.register(async (scope) => filesRoutes(scope, services));
  datasetDownloadRoutes(app, services);
  await resumableUploadsRoutes(app, services);
  toolsRoutes(app, services);
  tasksRoutes(app, services);
  layersRoutes(app, services);
  await operatorRoutes(app, services);
  wmsRoutes(app, services);
  refuseOtherMethods(app, methods, services.tools);
}
