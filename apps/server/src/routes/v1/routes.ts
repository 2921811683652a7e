import type { FastifyInstance } from 'fastify';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { allowAllOrigins, answerPreflights } from './all-origins.ts';
import { API_PAGE_POLICY } from '../../security-headers.ts';
import { collectMethods, refuseOtherMethods } from '../other-methods.ts';
import { datasetDownloadRoutes } from './dataset-download.ts';
import { filesRoutes } from './files.ts';
import { keepOutOfCaches } from './keep-out-of-caches.ts';
import { layersRoutes } from './layers.ts';
import { operatorRoutes } from './operator.ts';
import { API_DESCRIPTION, describeApi } from './openapi-details.ts';
import type { Services } from '../../services.ts';
import { resumableUploadsRoutes } from './resumable-uploads.ts';
import { tasksRoutes } from './tasks.ts';
import { toolsRoutes } from './tools.ts';
import { wmsRoutes } from './wms.ts';

/**
 * The colours of the library are too pale to be read: its links, and white on its badges. The licence it links to a page of SPDX that there is
 * only for those in their list.
 */
const READABLE = `
.swagger-ui .info a, .swagger-ui .info .link { color: #22607d }
.swagger-ui .info .title small.version-stamp { background-color: #1c6048 }
.swagger-ui .opblock[class] .opblock-summary .opblock-summary-method { background-color: #1b2a25 }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: #1b2a25 }
.swagger-ui .info__license { display: none }
`;

/** The API, version 1. */
export async function v1Routes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(swagger, {
    openapi: API_DESCRIPTION,
    ...describeApi(services.tools),
  });
  const methods = collectMethods(app);
  keepOutOfCaches(app);
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: app.prefix,
    staticCSP: false,
    logLevel: 'warn',
    theme: { title: 'GeoInsights API', css: [{ filename: 'geoinsights.css', content: READABLE }] },
    // Without the bar of the library, which has its name and asks for the address of another API.
    uiConfig: { layout: 'BaseLayout' },
    uiHooks: {
      onRequest: (_request, reply, done) => {
        void reply.header('content-security-policy', API_PAGE_POLICY);
        done();
      },
    },
  });
  app.get('/openapi.json', { schema: { hide: true }, onRequest: allowAllOrigins }, () => app.swagger());
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
