import type { FastifyInstance, HTTPMethods } from 'fastify';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { ProblemError } from '@geoinsights/contract';
import { allowAllOrigins, answerPreflights } from './all-origins.ts';
import { answerNotFound } from '../../errors.ts';
import { API_PAGE_POLICY } from '../../security-headers.ts';
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

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

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
  refuseOtherMethods(app, methods);
  app.setNotFoundHandler(answerNotFound);
}

function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  return methods;
}

/** An existing address answers 405 instead of 404 to a method it does not support, and to OPTIONS with those it does. */
function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, known] of [...methods]) {
    const allowed = [...new Set([...known, 'OPTIONS'])].join(', ');
    const others = METHODS.filter((method) => !known.has(method) && !(method === 'HEAD' && known.has('GET')));
    const answersOptions = known.has('OPTIONS');
    if (others.length === 0 || !url.startsWith(app.prefix)) continue;
    app.route({
      method: others,
      url: url.slice(app.prefix.length),
      schema: { hide: true },
      // Before the body is parsed: whatever it contains does not matter here.
      onRequest: (request, reply, done) => {
        void reply.header('allow', allowed);
        done(new ProblemError('method-not-allowed', { method: request.method }));
      },
      handler: () => undefined,
    });
    if (!answersOptions) app.options(url.slice(app.prefix.length), { schema: { hide: true } }, (_request, reply) => reply.code(204).header('allow', allowed).send());
  }
}
