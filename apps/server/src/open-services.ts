import path from 'node:path';
import type { Task } from '@geoinsights/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { CatalogueStore } from './catalogue/catalogue-store.ts';
import { sharedLayers } from './catalogue/shared-layers.ts';
import type { Closer } from './files/close-all.ts';
import type { Config } from './config.ts';
import { openEmbeddedDatabase } from './db/database.ts';
import type { Database } from './db/database.ts';
import { openPostgresDatabase } from './db/postgres-database.ts';
import type { SessionChange } from './db/postgres-session.ts';
import { untilAnswered } from './db/until-answered.ts';
import type { Drain } from './drain.ts';
import { lockDataFolder } from './files/folder-lock.ts';
import { openBucket, openFileStorage } from './files/open-file-storage.ts';
import { ResumableStore } from './files/resumable-store.ts';
import { Room } from './files/room.ts';
import { StorageInUse } from './files/storage-in-use.ts';
import { UploadStore } from './files/upload-store.ts';
import { WorkFolders } from './files/work-folders.ts';
import { LayerFeaturesService } from './layer-features/layer-features-service.ts';
import { fingerprintOf } from './observability/log-lines.ts';
import { Metrics, secondsOf } from './observability/metrics.ts';
import { observed } from './observability/observed-tasks.ts';
import { openTracing } from './observability/open-tracing.ts';
import { Readiness } from './observability/readiness.ts';
import { findTracedTask } from './observability/trace-parents.ts';
import { admitOperator } from './operator/operator-access.ts';
import { dropLeftoverSnapshots } from './operator/snapshot.ts';
import type { Services } from './services.ts';
import { sweepRegularly } from './sweep.ts';
import { LeftoverProcesses } from './tasks/leftover-processes.ts';
import { PieceStore } from './tasks/piece-store.ts';
import { PieceWorker } from './tasks/piece-worker.ts';
import { ReportFiles } from './tasks/report-files.ts';
import { findBox } from './tasks/runner-box.ts';
import { prepareRunnerFolders } from './tasks/runner-folder.ts';
import { Runners } from './tasks/runners.ts';
import { TaskCreation } from './tasks/task-creation.ts';
import { TaskLeases } from './tasks/task-leases.ts';
import { TaskQueue } from './tasks/task-queue.ts';
import { TaskStore } from './tasks/task-store.ts';
import { TaskWorker } from './tasks/task-worker.ts';
import { defaultToolsModule, loadTools } from './tasks/tools.ts';
import { limitLongBodies } from './visitors/long-bodies.ts';
import { CountSharing, exchangeByDatabase } from './visitors/shared-counts.ts';
import { TasksAtOnce } from './visitors/tasks-at-once.ts';
import { UploadWatch } from './visitors/upload-watch.ts';
import { visitorLimits } from './visitors/visitor-limits.ts';
import { readVisitors } from './visitors/visitors.ts';
import { startWms } from './wms/start-wms.ts';

const JPEG_IS_MISSING = 'Maps are offered as PNG only: the package of @napi-rs/canvas for this system, which makes JPEG, is not installed; "npm ci" with the optional packages installs it.';
const CANCELLED_CHANNEL = 'geoinsights_cancelled';
/** Includes files that a since-corrected clock dated into the future. */
const END_OF_TIME = new Date(8.64e15);

export interface ServiceOptions {
  /** Address of a module that exports `TOOLS`; the product's own by default. */
  readonly toolsModule?: string;
  /** Called with a sentence for the operator for each feature that is unavailable because an optional part is not installed. */
  readonly onMissingPart?: (sentence: string) => void;
  /** Called with a sentence for the operator if another server has taken the database while this one had lost it. This one must then end. */
  readonly onDatabaseTaken?: (sentence: string) => void;
  /** Tells the server that it will have to stop soon. */
  readonly drain?: Drain;
}

interface Opening {
  readonly config: Config;
  readonly options: ServiceOptions;
  readonly log: FastifyBaseLogger;
  readonly closers: Closer[];
}

/** The connection to the database, as far as others have to know when it was lost. */
interface Connection {
  /** By `performance.now()`. */
  since: number;
  afterOutage: () => void;
}

/**
 * Opens everything that the routes work with, each part after those that it needs.
 * @param closers gets a closer for each part as soon as there is something to close, so that also an interrupted opening can be undone
 * @throws DataFolderError if the data folder cannot be used or another server uses it.
 */
export async function openServices(config: Config, options: ServiceOptions, app: FastifyInstance, closers: Closer[]): Promise<Services> {
  const opening: Opening = { config, options, log: app.log, closers };
  const connection: Connection = { since: performance.now(), afterOutage: () => undefined };
  const stored = await openStorage(opening);
  const database = await openDatabase(opening, connection);
  const maps = await openMaps(opening, stored, database);
  const work = await openWork(opening, stored, database, connection);
  const visitors = await openVisitors(opening, database, work.tasks);
  const { files, room } = stored;
  const { queue } = work;
  const readiness = new Readiness({ database: () => sql`select 1`.execute(database.tables), storage: () => files.check(), queue: () => queue.check(), disk: () => room.require(0) });
  options.drain?.onBegin(() => readiness.stop());
  const services = { config, database, ...maps, ...visitors, ...work, admitOperator: admitOperator(app, config.dataFolder), files, room, readiness };
  await beginWork(opening, services, connection);
  app.addHook('onListen', (done) => {
    if (config.role !== 'api') work.runners.prepare();
    done();
  });
  const { sweep, close } = sweepRegularly(services, app.log);
  closers.push(close);
  return { ...services, sweep };
}

type Stored = Awaited<ReturnType<typeof openStorage>>;

/** The data folder, for this server alone, and where the files are. */
async function openStorage({ config, log, closers }: Opening) {
  closers.push(lockDataFolder(config.dataFolder));
  await dropLeftoverSnapshots(config.dataFolder);
  const leftoverProcesses = new LeftoverProcesses(config.dataFolder);
  await leftoverProcesses.end();
  const room = new Room(config.dataFolder, config.diskFloorBytes);
  const bucket = await openBucket(config.storage, log);
  const files = await openFileStorage(config, bucket, room, log);
  closers.push(() => files.close());
  await files.prepare();
  const workFolders = new WorkFolders(config.dataFolder);
  await workFolders.prepare();
  return { leftoverProcesses, room, bucket, files, workFolders };
}

async function openDatabase({ config, options, log, closers }: Opening, connection: Connection): Promise<Database> {
  const onChange = (change: SessionChange) => {
    if (change.kind === 'lost') log.error({ err: change.error }, 'The database does not answer. It is tried again until it does.');
    else if (change.kind === 'back') {
      log.warn('The database is back.');
      connection.afterOutage();
    } else options.onDatabaseTaken?.(change.sentence);
  };
  const { databaseUrl, dataFolder, sharing } = config;
  const database = databaseUrl === null ? await openEmbeddedDatabase(path.join(dataFolder, 'database'), { onChange }) : await openPostgresDatabase(databaseUrl, sharing, onChange);
  closers.push(() => database.close());
  if (database.newerMigrations.length > 0) log.warn({ migrations: database.newerMigrations }, 'A newer version of this server has changed the database. This version runs on it, if it is the one just before.');
  return database;
}

/** The layers of the map, and what draws them and tells what lies at a place. */
async function openMaps({ config, options, log, closers }: Opening, { bucket, room }: Stored, database: Database) {
  const catalogue = new CatalogueStore(database.tables, config.dataFolder, sharedLayers(config, bucket, room));
  await database.inTurn(() => catalogue.prepare());
  closers.push(() => catalogue.close());
  const { wms, close } = await startWms(catalogue, {
    onFault: (reason) => log.error({ err: reason }, 'A map could not be drawn.'),
    onJpegMissing: (reason) => {
      log.info({ err: reason }, JPEG_IS_MISSING);
      options.onMissingPart?.(JPEG_IS_MISSING);
    },
  });
  closers.push(close);
  const layerFeatures = new LayerFeaturesService({ layerOf: (uuid) => catalogue.find(uuid), wms, networks: config.access.serviceNetworks });
  return { catalogue, wms, layerFeatures };
}

type Work = Awaited<ReturnType<typeof openWork>>;

/** The tasks: what is known of them, who runs them, and what they are made of. Nothing runs yet. */
async function openWork(opening: Opening, stored: Stored, database: Database, connection: Connection) {
  const { config, options, log, closers } = opening;
  const { tables } = database;
  const toolsModule = options.toolsModule ?? defaultToolsModule();
  const tools = await loadTools(toolsModule);
  const stores = {
    uploads: new UploadStore(tables, config.retentionMilliseconds),
    resumable: new ResumableStore(tables, config.retentionMilliseconds),
    tasks: new TaskStore(tables),
    leases: new TaskLeases(tables, config.retentionMilliseconds, config.tasks.leaseSeconds),
    pieces: new PieceStore(tables, config.tasks.leaseSeconds),
  };
  connection.since = performance.now();
  const runners = await openRunners(opening, stored, toolsModule);
  const tracing = await openTracing(config.traceEndpoint);
  closers.push(() => tracing.close());
  const metrics = new Metrics();
  const queue = new TaskQueue(database, (error) => {
    // The unavailable database has already been reported once.
    if (!('code' in error && error.code === 'database-unavailable')) log.error({ err: error }, 'The queue reports an error.');
  });
  const onTaskEnded = (task: Task) => {
    metrics.taskEnded(task);
    log.info({ task: fingerprintOf(task.uuid), tool: task.tool, state: task.progress_status, code: task.error?.code, ...secondsOf(task) }, 'A task has ended.');
  };
  const { tasks, uploads, leases, pieces } = stores;
  const { files, workFolders, room } = stored;
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
    takesLapsed: () => config.sharing === 'shared' && performance.now() - connection.since > config.tasks.leaseSeconds * 1000,
    announceCancelled: (task) => database.messages.send(CANCELLED_CHANNEL, task),
    log,
    traced: tracing.traceStep,
    around: observed((run, task) => tracing.traceTask(() => findTracedTask(tables, tasks, task), run), (task) => tasks.find(task), (task) => onTaskEnded(task)),
  });
  const creation = new TaskCreation(tables, config.retentionMilliseconds, (count, transaction) => queue.add(count, transaction));
  const reportFiles = new ReportFiles({ files, workFolders, room, onFault: (reason) => log.error({ err: reason }, 'A report could not be converted to another kind of file.') });
  closers.push(() => reportFiles.close());
  return { ...stores, tools, runners, tracing, metrics, queue, worker, creation, reportFiles };
}

/** The processes in which tasks run. */
async function openRunners({ config, log }: Opening, { leftoverProcesses }: Stored, toolsModule: string): Promise<Runners> {
  const { dataFolder } = config;
  const runnersFolder = prepareRunnerFolders(dataFolder);
  const { box, lacking } = await findBox(dataFolder, runnersFolder);
  if (lacking !== null) log.warn({ reason: lacking }, 'Processes of tasks are confined by Node alone, because this system gives them no namespaces. SECURITY.md says what that stops.');
  return new Runners({
    toolsModule,
    dataFolder,
    runnersFolder,
    box,
    memoryBytes: config.tasks.memoryBytes,
    niceness: config.tasks.niceness,
    remember: leftoverProcesses.remember,
    idle: config.tasks.idleRunners,
    onLoss: (how) => log.warn({ cause: how }, 'The process waiting for the next task has ended by itself.'),
  });
}

/** What each visitor, and all of them together, may use. */
async function openVisitors({ config, closers }: Opening, { tables }: Database, tasks: TaskStore) {
  const visitorOf = await readVisitors(tables);
  const storage = new StorageInUse(tables, config.access.storageBytes);
  const limits = visitorLimits(config.access);
  if (config.sharing === 'shared' && config.role !== 'worker') {
    const sharing = new CountSharing(Object.values(limits), visitorOf, exchangeByDatabase(tables));
    closers.push(() => sharing.close());
  }
  const uploadWatch = new UploadWatch(limits.uploadedBytes, config.access);
  const tasksAtOnce = new TasksAtOnce(config.access.tasksAtOnce, (visitor) => tasks.unfinishedOfVisitor(visitor));
  return { visitorOf, storage, limits, uploadWatch, longBodies: limitLongBodies(), tasksAtOnce };
}

/** Takes up what an earlier server on these data left, and begins to take tasks. */
async function beginWork({ config, options, log, closers }: Opening, { database, files, uploads, leases, queue, worker, runners }: Work & { readonly database: Database; readonly files: Stored['files'] }, connection: Connection): Promise<void> {
  // No other server has files here, so everything that a crash left behind can be deleted.
  if (!files.isShared) await files.sweepOrphans(() => uploads.known(), END_OF_TIME);
  if (config.sharing === 'alone') await leases.releaseAll();
  await queue.start();
  closers.push(() => queue.stop());
  const stopped = new AbortController();
  closers.push(() => stopped.abort());
  connection.afterOutage = () => {
    connection.since = performance.now();
    const putRight = async () => {
      if (config.sharing === 'alone') await leases.releaseAllBut(worker.held());
      await queue.wake();
    };
    untilAnswered(putRight, stopped.signal).catch((error: unknown) => log.error({ err: error }, 'Waiting tasks could not be taken up again.'));
  };
  if (config.role !== 'api') {
    await database.messages.listen(CANCELLED_CHANNEL, (task) => worker.abandon(task));
    await queue.work(config.tasks.concurrency, () => worker.serve());
    options.drain?.onBegin(() => worker.finish());
  }
  closers.push(() => worker.stop());
  closers.push(() => runners.stop());
}
