import compress from '@fastify/compress';
import type { Task } from '@geoinsights/contract';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import path from 'node:path';
import { sql } from 'kysely';
import { CatalogueStore } from './catalogue/catalogue-store.ts';
import { sharedLayers } from './catalogue/shared-layers.ts';
import type { Config } from './config.ts';
import { openEmbeddedDatabase } from './db/database.ts';
import { openPostgresDatabase } from './db/postgres-database.ts';
import type { SessionChange } from './db/postgres-session.ts';
import { untilAnswered } from './db/until-answered.ts';
import type { Drain } from './drain.ts';
import { answerErrorsAsProblems, answerNotFound, problemOf } from './errors.ts';
import { lockDataFolder } from './files/folder-lock.ts';
import { openBucket, openFileStorage } from './files/open-file-storage.ts';
import { ResumableStore } from './files/resumable-store.ts';
import { Room } from './files/room.ts';
import { StorageInUse } from './files/storage-in-use.ts';
import { UploadStore } from './files/upload-store.ts';
import { WorkFolders } from './files/work-folders.ts';
import { LayerFeaturesService } from './layer-features/layer-features-service.ts';
import { fingerprintOf, masked } from './observability/log-lines.ts';
import type { LogStream } from './observability/log-lines.ts';
import { measureRequests } from './observability/measure-requests.ts';
import { Metrics, secondsOf } from './observability/metrics.ts';
import { observed } from './observability/observed-tasks.ts';
import { openTracing } from './observability/open-tracing.ts';
import { Readiness } from './observability/readiness.ts';
import { logAnswers, REQUEST_ID_HEADER, requestIdOf, tellRequestIds } from './observability/request-log.ts';
import { findTracedTask } from './observability/trace-parents.ts';
import { answerExpectations, answerMalformedRequest, answerWithoutRoute, originForm, requireHost } from './answers-without-route.ts';
import { admitOperator } from './operator/operator-access.ts';
import { dropLeftSnapshots } from './operator/snapshot.ts';
import { healthRoutes } from './routes/health.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { ogcApiRoutes } from './routes/ogc/ogc-api.ts';
import { v1Routes } from './routes/v1/routes.ts';
import { takeMethodInstead } from './routes/v1/tus-headers.ts';
import { validateRequests } from './routes/validate-requests.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import type { Services } from './services.ts';
import { BUILT_SITE, siteRoutes } from './site.ts';
import { sweepRegularly } from './sweep.ts';
import { LeftProcesses } from './tasks/left-processes.ts';
import { ReportFiles } from './tasks/report-files.ts';
import { findBox } from './tasks/runner-box.ts';
import { PieceStore } from './tasks/piece-store.ts';
import { PieceWorker } from './tasks/piece-worker.ts';
import { prepareRunnerFolders } from './tasks/runner-folder.ts';
import { Runners } from './tasks/runners.ts';
import { TaskCreation } from './tasks/task-creation.ts';
import { TaskLeases } from './tasks/task-leases.ts';
import { TaskQueue } from './tasks/task-queue.ts';
import { TaskStore } from './tasks/task-store.ts';
import { TaskWorker } from './tasks/task-worker.ts';
import { defaultToolsModule, loadTools } from './tasks/tools.ts';
import { holdFewLongBodies } from './visitors/long-bodies.ts';
import { JSON_BODY_LIMIT, refuseEncodedBodies, takeOnlyJson } from './visitors/request-bodies.ts';
import { limitRequests } from './visitors/request-limits.ts';
import { CountSharing, tellByDatabase } from './visitors/shared-counts.ts';
import { TasksAtOnce } from './visitors/tasks-at-once.ts';
import { UploadWatch } from './visitors/upload-watch.ts';
import { visitorLimits } from './visitors/visitor-limits.ts';
import { readVisitors } from './visitors/visitors.ts';
import { startWms } from './wms/start-wms.ts';

/** A connection without any traffic for this time is closed, even in the middle of an upload. */
const IDLE_CONNECTION_MILLISECONDS = 120_000;
/** When the server stops, uploads and downloads in progress get this time to finish. */
const LAST_ANSWERS_MILLISECONDS = 2000;
const JPEG_IS_MISSING = 'Maps are offered as PNG only: the package of @napi-rs/canvas for this system, which makes JPEG, is not installed; "npm ci" with the optional packages installs it.';
const CANCELLED_CHANNEL = 'geoinsights_cancelled';
/** Includes files that a since-corrected clock dated into the future. */
const END_OF_TIME = new Date(8.64e15);

export interface AppOptions {
  /** Address of a module that exports `TOOLS`; the product's own by default. */
  readonly toolsModule?: string;
  /** Called with a sentence for the operator for each feature that is unavailable because an optional part is not installed. */
  readonly onMissingPart?: (sentence: string) => void;
  /** Called with a sentence for the operator if another server has taken the database while this one had lost it. This one must then end. */
  readonly onDatabaseTaken?: (sentence: string) => void;
  /** Tells the server that it will have to stop soon. */
  readonly drain?: Drain;
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
  const app = fastify({
    logger: { level: config.logLevel, stream: masked(options.logStream ?? process.stderr) },
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
      takeMethodInstead(request);
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
  const closers: (() => Promise<void> | void)[] = [];
  // If one part cannot be closed, e.g. because the database is unavailable, the others must be closed all the same.
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
    app.setValidatorCompiler(validateRequests);
    app.setSerializerCompiler(serializerCompiler);
    // First: refusals of the other hooks carry it, too.
    tellRequestIds(app);
    answerExpectations(app);
    requireHost(app);
    takeOnlyJson(app);
    answerErrorsAsProblems(app);
    sendSecurityHeaders(app, config.access.publicUrl);
    limitRequests(app, services.limits);
    refuseEncodedBodies(app);
    await app.register(compress, { global: true, threshold: 1024, globalDecompression: false });
    if (config.accessLog) logAnswers(app);
    measureRequests(app, services.metrics);
    services.tracing.traceRequests(app);
    healthRoutes(app, services.readiness);
    metricsRoutes(app, services);
    options.drain?.endConnections(app);
    if (config.role !== 'worker') {
      await app.register(async (api) => v1Routes(api, services), { prefix: '/api/v1' });
      await app.register((ogc, _options, done) => {
        ogcApiRoutes(ogc, services);
        done();
      }, { prefix: '/ogcapi' });
      await siteRoutes(app, options.siteFolder ?? BUILT_SITE);
    } else app.setNotFoundHandler(answerNotFound);
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
  const log = app.log;
  const room = new Room(config.dataFolder, config.diskFloorBytes);
  const bucket = await openBucket(config.storage, log);
  const files = await openFileStorage(config, bucket, room, log);
  closers.push(() => files.close());
  await files.prepare();
  const workFolders = new WorkFolders(config.dataFolder);
  await workFolders.prepare();
  let afterOutage: () => void = () => undefined;
  const onDatabaseChange = (change: SessionChange) => {
    if (change.kind === 'lost') log.error({ err: change.error }, 'The database does not answer. It is tried again until it does.');
    else if (change.kind === 'back') {
      log.warn('The database is back.');
      afterOutage();
    } else options.onDatabaseTaken?.(change.sentence);
  };
  const database =
    config.databaseUrl === null ? await openEmbeddedDatabase(path.join(config.dataFolder, 'database'), { onChange: onDatabaseChange }) : await openPostgresDatabase(config.databaseUrl, config.sharing, onDatabaseChange);
  closers.push(() => database.close());
  if (database.newerMigrations.length > 0) log.warn({ migrations: database.newerMigrations }, 'A newer version of this server has changed the database. This version runs on it, if it is the one just before.');
  const catalogue = new CatalogueStore(database.tables, config.dataFolder, sharedLayers(config, bucket, room));
  await database.inTurn(() => catalogue.prepare());
  closers.push(() => catalogue.close());
  const { wms, close: closeWms } = await startWms(catalogue, {
    onFault: (reason) => log.error({ err: reason }, 'A map could not be drawn.'),
    onJpegMissing: (reason) => {
      log.info({ err: reason }, JPEG_IS_MISSING);
      options.onMissingPart?.(JPEG_IS_MISSING);
    },
  });
  closers.push(closeWms);
  const layerFeatures = new LayerFeaturesService({ layerOf: (uuid) => catalogue.find(uuid), wms, networks: config.access.serviceNetworks });

  const toolsModule = options.toolsModule ?? defaultToolsModule();
  const tools = await loadTools(toolsModule);
  const uploads = new UploadStore(database.tables, config.retentionMilliseconds);
  const resumable = new ResumableStore(database.tables, config.retentionMilliseconds);
  const tasks = new TaskStore(database.tables);
  const leases = new TaskLeases(database.tables, config.retentionMilliseconds, config.tasks.leaseSeconds);
  let connectedSince = performance.now();
  const runnersFolder = prepareRunnerFolders(config.dataFolder);
  const { box, lacking } = await findBox(config.dataFolder, runnersFolder);
  if (lacking !== null) log.warn({ reason: lacking }, 'Processes of tasks are confined by Node alone, because this system gives them no namespaces. SECURITY.md says what that stops.');
  const runners = new Runners({
    toolsModule,
    dataFolder: config.dataFolder,
    runnersFolder,
    box,
    memoryBytes: config.tasks.memoryBytes,
    niceness: config.tasks.niceness,
    remember: leftProcesses.remember,
    idle: config.tasks.idleRunners,
    onLoss: (how) => log.warn({ cause: how }, 'The process waiting for the next task has ended by itself.'),
  });
  const tracing = await openTracing(config.traceEndpoint);
  closers.push(() => tracing.close());
  const metrics = new Metrics();
  const onTaskEnded = (task: Task) => {
    metrics.taskEnded(task);
    log.info({ task: fingerprintOf(task.uuid), tool: task.tool, state: task.progress_status, code: task.error?.code, ...secondsOf(task) }, 'A task has ended.');
  };
  const queue = new TaskQueue(database, (error) => {
    // The unavailable database has already been reported once.
    if (!('code' in error && error.code === 'database-unavailable')) log.error({ err: error }, 'The queue reports an error.');
  });
  const pieces = new PieceStore(database.tables, config.tasks.leaseSeconds);
  const worker = new TaskWorker({
    store: tasks,
    leases,
    uploads,
    files,
    workFolders,
    limits: config.tasks,
    tools,
    runners,
    pieces:
      config.sharing === 'alone'
        ? null
        : {
            desk: { pieces, files, wake: () => queue.wake(), log },
            worker: new PieceWorker({ pieces, files, workFolders, limits: config.tasks, runners, newLease: () => leases.newLease(), log }),
          },
    isAlone: config.sharing === 'alone',
    // After a database outage, every worker first gets time to renew its leases.
    takesLapsed: () => config.sharing === 'shared' && performance.now() - connectedSince > config.tasks.leaseSeconds * 1000,
    tellCancelled: (task) => database.messages.tell(CANCELLED_CHANNEL, task),
    log,
    traced: tracing.traceStep,
    around: observed((work, task) => tracing.traceTask(() => findTracedTask(database.tables, tasks, task), work), (task) => tasks.find(task), (task) => onTaskEnded(task)),
  });
  const creation = new TaskCreation(database.tables, config.retentionMilliseconds, (count, transaction) => queue.add(count, transaction));
  const reportFiles = new ReportFiles({ files, workFolders, room, onFault: (reason) => log.error({ err: reason }, 'A report could not be converted to another kind of file.') });
  closers.push(() => reportFiles.close());
  const visitorOf = await readVisitors(database.tables);
  const storage = new StorageInUse(database.tables, config.access.storageBytes);
  const limits = visitorLimits(config.access);
  if (config.sharing === 'shared' && config.role !== 'worker') {
    const sharing = new CountSharing(Object.values(limits), visitorOf, tellByDatabase(database.tables));
    closers.push(() => sharing.close());
  }
  const uploadWatch = new UploadWatch(limits.uploadedBytes, config.access);
  const tasksAtOnce = new TasksAtOnce(config.access.tasksAtOnce, (visitor) => tasks.unfinishedOfVisitor(visitor));
  const readiness = new Readiness({ database: () => sql`select 1`.execute(database.tables), storage: () => files.check(), queue: () => queue.check(), disk: () => room.require(0) });
  options.drain?.onBegin(() => readiness.stop());
  const services = { config, database, catalogue, admitOperator: admitOperator(app, config.dataFolder), files, room, storage, limits, uploadWatch, longBodies: holdFewLongBodies(), tasksAtOnce, uploads, resumable, tasks, creation, pieces, queue, worker, reportFiles, visitorOf, tools, wms, layerFeatures, metrics, readiness, tracing };

  // No other server has files here, so everything that a crash left behind can be deleted.
  if (!files.isShared) await files.sweepOrphans(() => uploads.known(), END_OF_TIME);
  if (config.sharing === 'alone') await leases.releaseAll();
  await queue.start();
  closers.push(() => queue.stop());
  const stopped = new AbortController();
  closers.push(() => stopped.abort());
  afterOutage = () => {
    connectedSince = performance.now();
    const putRight = async () => {
      if (config.sharing === 'alone') await leases.releaseAllBut(worker.held());
      await queue.wake();
    };
    untilAnswered(putRight, stopped.signal).catch((error: unknown) => log.error({ err: error }, 'Waiting tasks could not be taken up again.'));
  };
  if (config.role !== 'api') {
    await database.messages.hear(CANCELLED_CHANNEL, (task) => worker.abandon(task));
    await queue.work(config.tasks.concurrency, () => worker.serve());
    options.drain?.onBegin(() => worker.finish());
  }
  closers.push(() => worker.stop());
  closers.push(() => runners.stop());
  app.addHook('onListen', (done) => {
    if (config.role !== 'api') runners.prepare();
    done();
  });
  const { sweep, close } = sweepRegularly(services, log);
  closers.push(close);
  return { ...services, sweep };
}
