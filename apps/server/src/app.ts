import compress from '@fastify/compress';
import type { Task } from '@geoinsights/contract';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import path from 'node:path';
import { sql } from 'kysely';
import { CatalogueStore } from './catalogue/catalogue-store.ts';
import type { Config } from './config.ts';
import { openEmbeddedDatabase } from './db/database.ts';
import { openPostgresDatabase } from './db/postgres-database.ts';
import type { SessionChange } from './db/postgres-session.ts';
import { untilAnswered } from './db/until-answered.ts';
import { Vacuum } from './db/vacuum.ts';
import { answerErrorsAsProblems, malformedRequestAnswer, PROBLEM_MEDIA_TYPE, problemOf } from './errors.ts';
import { lockDataFolder } from './files/folder-lock.ts';
import { LocalFiles } from './files/local-files.ts';
import { Room } from './files/room.ts';
import { UploadStore } from './files/upload-store.ts';
import { LayerFeaturesService } from './layer-features/layer-features-service.ts';
import { fingerprintOf, masked } from './observability/log-lines.ts';
import type { LogStream } from './observability/log-lines.ts';
import { measureRequests } from './observability/measure-requests.ts';
import { Metrics, secondsOf } from './observability/metrics.ts';
import { observed } from './observability/observed-tasks.ts';
import { openTracing } from './observability/open-tracing.ts';
import { Readiness } from './observability/readiness.ts';
import { logAnswers, requestIdOf, tellRequestIds } from './observability/request-log.ts';
import { findTracedTask } from './observability/trace-parents.ts';
import { admitOperator } from './operator/operator-access.ts';
import { dropLeftSnapshots } from './operator/snapshot.ts';
import { healthRoutes } from './routes/health.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { ogcApiRoutes } from './routes/ogc/ogc-api.ts';
import { v1Routes } from './routes/v1/routes.ts';
import { SECURITY_HEADERS, sendSecurityHeaders } from './security-headers.ts';
import type { Services } from './services.ts';
import { BUILT_SITE, siteRoutes } from './site.ts';
import { deleteExpired } from './tasks/deletion.ts';
import { LeftProcesses } from './tasks/left-processes.ts';
import { Runners } from './tasks/runners.ts';
import { TaskQueue } from './tasks/task-queue.ts';
import { TaskStore } from './tasks/task-store.ts';
import { TaskWorker } from './tasks/task-worker.ts';
import { defaultToolsModule, loadTools } from './tasks/tools.ts';
import { startWms } from './wms/start-wms.ts';

/** Bodies that are no uploads: a task's options. */
const JSON_BODY_LIMIT = 65_536;
/** A connection on which nothing moves for so long is closed, be it in the middle of an upload. */
const IDLE_CONNECTION_MILLISECONDS = 120_000;
/** Uploads and downloads under way get so long to finish when the server stops. */
const LAST_ANSWERS_MILLISECONDS = 2000;
const JPEG_IS_MISSING = 'Maps are offered as PNG only: the package of @napi-rs/canvas for this system, which makes JPEG, is not installed; "npm ci" with the optional packages brings it.';
const LONGEST_SWEEP_INTERVAL_MILLISECONDS = 600_000;

export interface AppOptions {
  /** Address of a module that exports `TOOLS`; the product's own by default. */
  readonly toolsModule?: string;
  /** Gets a sentence for the operator for each feature that has to be done without, since its part is not installed. */
  readonly onMissingPart?: (sentence: string) => void;
  /** Gets a sentence for the operator when another server has taken the database while this one had lost it. This one has to end. */
  readonly onDatabaseTaken?: (sentence: string) => void;
  /** Where the log is written; the error output by default. */
  readonly logStream?: LogStream;
  /** Folder of the built site. */
  readonly siteFolder?: string;
}

/**
 * The whole server, ready to listen: database, queue, workers, routes. Closing the app closes all of it.
 * @throws DataFolderError when the data folder cannot be used or another server uses it.
 */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: config.logLevel, stream: masked(options.logStream ?? process.stderr) },
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_LIMIT,
    connectionTimeout: IDLE_CONNECTION_MILLISECONDS,
    forceCloseConnections: 'idle',
    // A reverse proxy on this machine says by what address it was asked, for the addresses in the capabilities of our WMS.
    trustProxy: 'loopback',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Errors before any route: no hook runs for them.
    frameworkErrors: (error, _request, reply) => {
      const problem = problemOf(error, JSON_BODY_LIMIT).toProblem();
      reply.hijack();
      reply.raw.writeHead(problem.status, { ...SECURITY_HEADERS, 'content-type': PROBLEM_MEDIA_TYPE }).end(JSON.stringify(problem));
    },
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(malformedRequestAnswer(error));
      else socket.destroy();
    },
  });
  const closers: (() => Promise<void> | void)[] = [];
  // What cannot be closed, since the database is away, say, must not keep the rest open.
  const close = async () => {
    const failures: unknown[] = [];
    for (const closer of closers.splice(0).reverse()) {
      try {
        await closer();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.');
  };
  try {
    const services = await openServices(config, options, app, closers);
    app.addHook('onClose', close);
    app.addHook('preClose', (done) => {
      setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MILLISECONDS).unref();
      done();
    });
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    takeOnlyJson(app);
    answerErrorsAsProblems(app);
    sendSecurityHeaders(app);
    await app.register(compress, { global: true, threshold: 1024 });
    tellRequestIds(app);
    if (config.accessLog) logAnswers(app);
    measureRequests(app, services.metrics);
    services.tracing.traceRequests(app);
    healthRoutes(app, services.readiness);
    metricsRoutes(app, services);
    await app.register(async (api) => v1Routes(api, services), { prefix: '/api/v1' });
    await app.register((ogc, _options, done) => {
      ogcApiRoutes(ogc, services);
      done();
    }, { prefix: '/ogcapi' });
    await siteRoutes(app, options.siteFolder ?? BUILT_SITE);
    await app.ready();
  } catch (error) {
    await close();
    throw error;
  }
  return app;
}

async function openServices(config: Config, options: AppOptions, app: FastifyInstance, closers: (() => Promise<void> | void)[]): Promise<Services> {
  closers.push(lockDataFolder(config.dataFolder));
  await dropLeftSnapshots(config.dataFolder);
  const leftProcesses = new LeftProcesses(config.dataFolder);
  await leftProcesses.end();
  const files = new LocalFiles(config.dataFolder);
  await files.prepare();
  const log = app.log;
  let queueAgain: () => void = () => undefined;
  const onDatabaseChange = (change: SessionChange) => {
    if (change.kind === 'lost') log.error({ err: change.error }, 'The database does not answer. It is asked again until it does.');
    else if (change.kind === 'back') {
      log.warn('The database is back.');
      queueAgain();
    } else options.onDatabaseTaken?.(change.sentence);
  };
  const database =
    config.databaseUrl === null ? await openEmbeddedDatabase(path.join(config.dataFolder, 'database')) : await openPostgresDatabase(config.databaseUrl, onDatabaseChange);
  closers.push(() => database.close());
  const catalogue = new CatalogueStore(database.tables, config.dataFolder);
  await catalogue.prepare();
  closers.push(() => catalogue.close());
  const { wms, close: closeWms } = await startWms(catalogue, {
    onFault: (reason) => log.error({ err: reason }, 'A map could not be drawn.'),
    onJpegMissing: (reason) => {
      log.info({ err: reason }, JPEG_IS_MISSING);
      options.onMissingPart?.(JPEG_IS_MISSING);
    },
  });
  closers.push(closeWms);
  const layerFeatures = new LayerFeaturesService({ layerOf: (uuid) => catalogue.find(uuid), wms });

  const toolsModule = options.toolsModule ?? defaultToolsModule();
  const tools = await loadTools(toolsModule);
  const uploads = new UploadStore(database.tables, config.retentionMilliseconds);
  const tasks = new TaskStore(database.tables, config.retentionMilliseconds);
  const runners = new Runners({
    toolsModule,
    memoryBytes: config.tasks.memoryBytes,
    remember: leftProcesses.remember,
    idle: config.tasks.idleRunners,
    onLoss: (how) => log.warn({ cause: how }, 'The process that waited for the next task has ended by itself.'),
  });
  const tracing = await openTracing(config.traceEndpoint, (sentence) => options.onMissingPart?.(sentence));
  closers.push(() => tracing.close());
  const worker = new TaskWorker({ store: tasks, uploads, files, limits: config.tasks, runners, log, traced: tracing.traceStep });
  const queue = new TaskQueue(database, (error) => {
    // That the database is away has been said once.
    if (!('code' in error && error.code === 'database-unavailable')) log.error({ err: error }, 'The queue reports an error.');
  });
  const room = new Room(config.dataFolder, config.diskFloorBytes);
  const metrics = new Metrics();
  const readiness = new Readiness({ database: () => sql`select 1`.execute(database.tables), storage: () => files.check(), queue: () => queue.check(), disk: () => room.require(0) });
  const services = { config, database, catalogue, admitOperator: admitOperator(app, config.dataFolder), files, room, uploads, tasks, queue, worker, tools, wms, layerFeatures, metrics, readiness, tracing };

  const known = await uploads.known();
  await files.sweepOrphans(known.uploads, known.results);
  await queue.start(await tasks.recover(config.tasks.attempts));
  closers.push(() => queue.stop());
  const stopped = new AbortController();
  closers.push(() => stopped.abort());
  queueAgain = () => {
    untilAnswered(async () => queue.addAgain(await tasks.catchUp((task) => worker.isAtWorkOn(task))), stopped.signal).catch((error: unknown) => log.error({ err: error }, 'Tasks that wait could not be queued again.'));
  };
  const onTaskEnded = (task: Task) => {
    metrics.taskEnded(task);
    log.info({ task: fingerprintOf(task.uuid), tool: task.tool, state: task.progress_status, code: task.error?.code, ...secondsOf(task) }, 'A task has ended.');
  };
  await queue.work(config.tasks.concurrency, observed((task) => tracing.traceTask(() => findTracedTask(database.tables, tasks, task), () => worker.handle(task)), (task) => tasks.find(task), onTaskEnded));
  closers.push(() => worker.stop());
  closers.push(() => runners.stop());
  app.addHook('onListen', (done) => {
    runners.prepare();
    done();
  });
  const { sweep, close } = sweepRegularly(services, app);
  closers.push(close);
  return { ...services, sweep };
}

/** Deletes what has expired, now, from time to time, and when it is told to. */
function sweepRegularly(services: Omit<Services, 'sweep'>, app: FastifyInstance): { sweep: () => Promise<void>; close: () => Promise<void> } {
  const { catalogue, config, database } = services;
  const vacuum = config.databaseUrl === null ? new Vacuum(database.tables) : null;
  let sweeping = Promise.resolve();
  const sweep = async () => {
    try {
      await Promise.all([deleteExpired(services), catalogue.sweep()]);
      await vacuum?.run();
    } catch (error) {
      app.log.error({ err: error }, 'Expired files could not be deleted.');
    }
  };
  // One after the other, however long one takes.
  const sweepNext = () => {
    sweeping = sweeping.then(sweep);
    return sweeping;
  };
  const timer = setInterval(() => void sweepNext(), Math.min(LONGEST_SWEEP_INTERVAL_MILLISECONDS, config.retentionMilliseconds / 4));
  void sweepNext();
  const close = async () => {
    clearInterval(timer);
    await sweeping;
  };
  return { sweep: sweepNext, close };
}

/** Bodies are JSON, or nothing: the site names JSON as the type of requests that have no body, which is no error. */
function takeOnlyJson(app: FastifyInstance): void {
  // Members named like prototypes are for the schemas to refuse, by name: every body is parsed by a strict one.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
