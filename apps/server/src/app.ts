import compress from '@fastify/compress';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { closeAfterFailure, closeAll } from './files/close-all.ts';
import type { Closer } from './files/close-all.ts';
import type { Config } from './config.ts';
import { answerErrorsAsProblems, answerNotFound, problemOf } from './errors.ts';
import { masked } from './observability/log-lines.ts';
import type { LogStream } from './observability/log-lines.ts';
import { measureRequests } from './observability/measure-requests.ts';
import { logAnswers, REQUEST_ID_HEADER, requestIdOf, returnRequestIds } from './observability/request-log.ts';
import { answerExpectations, answerMalformedRequest, answerWithoutRoute, originForm, requireHost } from './answers-without-route.ts';
import { healthRoutes } from './routes/health.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { ogcApiRoutes } from './routes/ogc/ogc-api.ts';
import { v1Routes } from './routes/v1/routes.ts';
import { overrideMethod } from './routes/v1/tus-headers.ts';
import { validateRequests } from './routes/validate-requests.ts';
import { openServices } from './open-services.ts';
import type { ServiceOptions } from './open-services.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import type { Services } from './services.ts';
import { BUILT_SITE, siteRoutes } from './site.ts';
import { JSON_BODY_LIMIT, refuseEncodedBodies, acceptOnlyJson } from './visitors/request-bodies.ts';
import { limitRequests } from './visitors/request-limits.ts';

/** A connection without any traffic for this time is closed, even in the middle of an upload. */
const IDLE_CONNECTION_MILLISECONDS = 120_000;
/** When the server stops, uploads and downloads in progress get this time to finish. */
const LAST_ANSWERS_MILLISECONDS = 2000;

export interface AppOptions extends ServiceOptions {
  /** Destination of the log; standard error by default. */
  readonly logStream?: LogStream;
  /** Folder of the built site. */
  readonly siteFolder?: string;
}

/**
 * The whole server, ready to listen: database, queue, workers, routes. Closing the app closes all of it.
 * @throws DataFolderError if the data folder cannot be used or another server uses it.
 */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = createApp(config, options);
  const closers: Closer[] = [];
  try {
    const services = await openServices(config, options, app, closers);
    app.addHook('onClose', () => closeAll(closers));
    app.addHook('preClose', (done) => {
      setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MILLISECONDS).unref();
      done();
    });
    await addHooks(app, config, services);
    await addRoutes(app, options, services);
    await app.ready();
  } catch (error) {
    await closeAfterFailure(closers);
    throw error;
  }
  return app;
}

function createApp(config: Config, { logStream = process.stderr }: AppOptions): FastifyInstance {
  return fastify({
    logger: { level: config.logLevel, stream: masked(logStream) },
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_LIMIT,
    connectionTimeout: IDLE_CONNECTION_MILLISECONDS,
    forceCloseConnections: 'idle',
    // Connections that existed when the server began to stop are still answered normally.
    return503OnClosing: false,
    // A reverse proxy states the requested address and the client.
    trustProxy: config.access.trustedProxies === false ? false : [...config.access.trustedProxies],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: (request) => {
      overrideMethod(request);
      return originForm(request.url ?? '/');
    },
    // Errors before any route: no hook runs for them.
    frameworkErrors: (error, request, reply) => {
      reply.hijack();
      reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
      answerWithoutRoute(reply.raw, problemOf(error, JSON_BODY_LIMIT));
    },
    clientErrorHandler: answerMalformedRequest,
    // Node would answer with an empty body; `requireHost` says why.
    http: { requireHostHeader: false },
  });
}

/** What runs for every request, in the order in which it runs. */
async function addHooks(app: FastifyInstance, config: Config, services: Services): Promise<void> {
  app.setValidatorCompiler(validateRequests);
  app.setSerializerCompiler(serializerCompiler);
  // First: refusals of the other hooks carry it, too.
  returnRequestIds(app);
  answerExpectations(app);
  requireHost(app);
  acceptOnlyJson(app);
  answerErrorsAsProblems(app);
  sendSecurityHeaders(app, config.access.publicUrl);
  limitRequests(app, services.limits);
  refuseEncodedBodies(app);
  await app.register(compress, { global: true, threshold: 1024, globalDecompression: false });
  if (config.accessLog) logAnswers(app);
  measureRequests(app, services.metrics);
  services.tracing.traceRequests(app);
}

async function addRoutes(app: FastifyInstance, { drain, siteFolder = BUILT_SITE }: AppOptions, services: Services): Promise<void> {
  healthRoutes(app, services.readiness);
  metricsRoutes(app, services);
  drain?.endConnections(app);
  if (services.config.role === 'worker') {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  await app.register(async (api) => v1Routes(api, services), { prefix: '/api/v1' });
  await app.register((ogc, _options, done) => {
    ogcApiRoutes(ogc, services);
    done();
  }, { prefix: '/ogcapi' });
  await siteRoutes(app, siteFolder);
}
