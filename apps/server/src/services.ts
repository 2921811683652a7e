import type { preParsingHookHandler } from 'fastify';
import type { ToolDefinition } from '@geoinsights/tools';
import type { CatalogueStore } from './catalogue/catalogue-store.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { LayerFeaturesService } from './layer-features/layer-features-service.ts';
import type { FileStorage } from './files/file-storage.ts';
import type { Room } from './files/room.ts';
import type { ResumableStore } from './files/resumable-store.ts';
import type { StorageInUse } from './files/storage-in-use.ts';
import type { UploadStore } from './files/upload-store.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Readiness } from './observability/readiness.ts';
import type { Tracing } from './observability/tracing.ts';
import type { PieceStore } from './tasks/piece-store.ts';
import type { ReportFiles } from './tasks/report-files.ts';
import type { TaskCreation } from './tasks/task-creation.ts';
import type { TaskQueue } from './tasks/task-queue.ts';
import type { TaskStore } from './tasks/task-store.ts';
import type { TaskWorker } from './tasks/task-worker.ts';
import type { TasksAtOnce } from './visitors/tasks-at-once.ts';
import type { UploadWatch } from './visitors/upload-watch.ts';
import type { VisitorLimits } from './visitors/visitor-limits.ts';
import type { VisitorOf } from './visitors/visitors.ts';
import type { WmsService } from './wms/service.ts';

/** What the routes work with. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  readonly catalogue: CatalogueStore;
  /** Throws for every Authorization but the operator's. */
  readonly admitOperator: (authorization: string | undefined) => void;
  readonly files: FileStorage;
  readonly room: Room;
  readonly storage: StorageInUse;
  readonly limits: VisitorLimits;
  readonly uploadWatch: UploadWatch;
  /** For the calls that take the options of a task. */
  readonly longBodies: preParsingHookHandler;
  readonly tasksAtOnce: TasksAtOnce;
  readonly uploads: UploadStore;
  readonly resumable: ResumableStore;
  readonly tasks: TaskStore;
  readonly pieces: PieceStore;
  readonly creation: TaskCreation;
  readonly queue: TaskQueue;
  readonly worker: TaskWorker;
  readonly reportFiles: ReportFiles;
  readonly visitorOf: VisitorOf;
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly wms: WmsService;
  readonly layerFeatures: LayerFeaturesService;
  /** Deletes expired data, and returns when that is done. */
  readonly sweep: () => Promise<void>;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly tracing: Tracing;
}
