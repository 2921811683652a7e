import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ACCESS_VARIABLES, accessOf } from './access-settings.ts';
import type { Access } from './access-settings.ts';
import { integer, number, variable } from './setting-kinds.ts';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;
/** Share of the machine's memory that all running tasks together may take by default; the rest is for the server and the system. */
const TASK_SHARE_OF_MEMORY = 0.6;
const ROLES = ['all', 'api', 'worker'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Levels at which successes are logged. */
const LEVELS_OF_SUCCESSES: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/** Those without a default must be set together, or not at all. */
const s3Variables = {
  S3_ENDPOINT: variable(z.url({ protocol: /^https?$/, error: 'has to be an address such as https://s3.example.org' }).optional()),
  S3_REGION: variable(z.string().default('us-east-1')),
  S3_BUCKET: variable(z.string().optional()),
  S3_ACCESS_KEY_ID: variable(z.string().optional()),
  S3_SECRET_ACCESS_KEY: variable(z.string().optional()),
  LAYER_CACHE_BYTES: variable(integer(0, Number.MAX_SAFE_INTEGER).default(2 * GIBIBYTE)),
  S3_DOWNLOADS: variable(z.enum(['proxied', 'presigned'], { error: 'has to be proxied or presigned' }).default('proxied')),
};

const s3Schema = z.object(s3Variables);

/**
 * Of the 19 steps below normal. The server has priority: with ten steps its threads were seen to wait 30 to 130 ms for a processor.
 * With 19, other programs on the machine would leave tasks hardly any processor time.
 */
const TASK_NICENESS = 15;

const environmentSchema = z.object({
  ROLE: variable(z.enum(ROLES, { error: `has to be ${ROLES.join(', ')}` }).default('all')),
  PORT: variable(integer(0, 65_535).default(3000)),
  HOST: variable(z.string().default('127.0.0.1')),
  DATA_DIR: variable(z.string().default('./data')),
  DATABASE_URL: variable(z.url({ protocol: /^postgres(ql)?$/, error: 'has to be an address such as postgres://name:password@db.example.org/geoinsights' }).optional()),
  ...s3Variables,
  UPLOAD_MAX_BYTES: variable(integer(1, Number.MAX_SAFE_INTEGER).default(GIBIBYTE)),
  DISK_FLOOR_BYTES: variable(integer(0, Number.MAX_SAFE_INTEGER).default(256 * MEBIBYTE)),
  UPLOAD_MAX_FILES: variable(integer(1, 10_000).default(200)),
  TASK_CONCURRENCY: variable(integer(1, 256).default(2)),
  TASK_THREADS: variable(integer(1, 256).optional()),
  TASK_MEMORY_BYTES: variable(integer(64 * MEBIBYTE, Number.MAX_SAFE_INTEGER).optional()),
  TASK_TIME_SECONDS: variable(number(0, 82_800, { above: true }).default(3600)),
  TASK_WORK_SECONDS: variable(number(0, Number.MAX_SAFE_INTEGER).default(90)),
  TASK_IDLE_RUNNERS: variable(z.enum(['0', '1'], { error: 'has to be 0 or 1' }).default('1')),
  TASK_NICENESS: variable(integer(0, 19).default(TASK_NICENESS)),
  TASK_ATTEMPTS: variable(integer(1, 100).default(3)),
  TASK_LEASE_SECONDS: variable(integer(2, 3600).default(30)),
  RETENTION_HOURS: variable(number(0, 24 * 365, { above: true }).default(24)),
  DRAIN_SECONDS: variable(number(0, 3600).default(0)),
  LOG_LEVEL: variable(z.enum(LOG_LEVELS, { error: `has to be ${LOG_LEVELS.join(', ')}` }).default('warn')),
  ACCESS_LOG: variable(z.enum(['0', '1'], { error: 'has to be 0 or 1' }).optional()),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(z.url({ protocol: /^https?$/, error: 'has to be an address such as http://127.0.0.1:4318' }).optional()),
  METRICS_TOKEN: variable(z.string().min(16, 'has to have 16 characters or more').optional()),
  ...ACCESS_VARIABLES,
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

/** A bucket of an S3-compatible server. */
export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  /** Must never be logged. */
  readonly secretAccessKey: string;
  /** Whether downloads go through this server, or visitors are redirected to the S3 server with an address valid for some minutes. */
  readonly downloads: 'proxied' | 'presigned';
  /** The maximum disk space for layer data on this machine, not counting data in use. */
  readonly layerCacheBytes: number;
}

/** The settings from outside, read once at the start. */
export interface Config {
  /** What this server does: answer requests (`api`), run tasks (`worker`), or both. */
  readonly role: (typeof ROLES)[number];
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataFolder: string;
  /** A PostgreSQL server; null for the embedded database in the data folder. */
  readonly databaseUrl: string | null;
  /** Whether other servers use the same database and the same files. */
  readonly sharing: 'alone' | 'shared';
  /** Where uploads, results and published layers are stored; null for the data folder. */
  readonly storage: S3Settings | null;
  /** Free space on the data folder's disk that uploads and tasks must leave. */
  readonly diskFloorBytes: number;
  readonly upload: { readonly maximumBytes: number; readonly maximumFiles: number };
  readonly tasks: {
    readonly concurrency: number;
    /** Threads that one task may use. */
    readonly threads: number;
    /** Resident memory of one task's process. */
    readonly memoryBytes: number;
    readonly seconds: number;
    /** Limit of the estimated CPU seconds for a file, checked before it is processed; the same again for every 10,000 vertices. 0 for no limit. */
    readonly workSeconds: number;
    /** Processes that wait, with the tools loaded, for the next task. */
    readonly idleRunners: 0 | 1;
    /** How many steps below normal the priority of a task's process is. */
    readonly niceness: number;
    /** How often a task is started before the server gives up on it. */
    readonly attempts: number;
    /** If a task's worker is silent for this time, another one may take the task. */
    readonly leaseSeconds: number;
  };
  /** How long uploads and results are kept after the last task on them was started or ended. */
  readonly retentionMilliseconds: number;
  /** After a stop signal the server still answers normally for this time, while no new connections should be routed to it. */
  readonly drainSeconds: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly access: Access;
  /** Whether each response is logged. */
  readonly accessLog: boolean;
  /** The address of an OpenTelemetry collector that accepts spans by HTTP; null for no tracing. */
  readonly traceEndpoint: string | null;
  /** The token for reading the metrics; null if only this machine may read them. */
  readonly metricsToken: string | null;
}

/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** In bytes: the memory of the machine, or of the container (cgroup) if that has less. Without a limit, Node reports 0 or more than there is. */
export function availableMemory(machine = os.totalmem(), constrained = process.constrainedMemory()): number {
  return constrained > 0 ? Math.min(machine, constrained) : machine;
}

/** @throws ConfigError naming each variable without a usable value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const settings = parsed(environmentSchema, environment);
  const concurrency = settings.TASK_CONCURRENCY;
  const storage = storageOf(settings);
  const sharing = settings.DATABASE_URL !== undefined && storage !== null ? 'shared' : 'alone';
  if (settings.ROLE !== 'all' && sharing === 'alone') throw new ConfigError(`ROLE=${settings.ROLE} is for one of several servers: set DATABASE_URL and the S3 variables too.`);
  return {
    role: settings.ROLE,
    port: settings.PORT,
    host: settings.HOST,
    dataFolder: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    sharing,
    storage,
    diskFloorBytes: settings.DISK_FLOOR_BYTES,
    upload: { maximumBytes: settings.UPLOAD_MAX_BYTES, maximumFiles: settings.UPLOAD_MAX_FILES },
    tasks: {
      concurrency,
      threads: settings.TASK_THREADS ?? Math.max(1, Math.floor(os.availableParallelism() / concurrency)),
      memoryBytes: settings.TASK_MEMORY_BYTES ?? Math.floor(Math.max(GIBIBYTE / 2, (availableMemory() * TASK_SHARE_OF_MEMORY) / concurrency)),
      seconds: settings.TASK_TIME_SECONDS,
      workSeconds: settings.TASK_WORK_SECONDS,
      idleRunners: settings.TASK_IDLE_RUNNERS === '1' ? 1 : 0,
      niceness: settings.TASK_NICENESS,
      attempts: settings.TASK_ATTEMPTS,
      leaseSeconds: settings.TASK_LEASE_SECONDS,
    },
    retentionMilliseconds: settings.RETENTION_HOURS * 3_600_000,
    drainSeconds: settings.DRAIN_SECONDS,
    logLevel: settings.LOG_LEVEL,
    access: accessOf(settings),
    accessLog: settings.ACCESS_LOG === undefined ? LEVELS_OF_SUCCESSES.has(settings.LOG_LEVEL) : settings.ACCESS_LOG === '1',
    traceEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
  };
}

function parsed<Schema extends z.ZodType>(schema: Schema, environment: Readonly<Record<string, string | undefined>>): z.infer<Schema> {
  const read = schema.safeParse(environment);
  if (read.success) return read.data;
  const reasons = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment contains settings that cannot be used. ${reasons.join('; ')}.`);
}

/** Only the S3 settings, for programs other than the server. @throws ConfigError */
export function readStorage(environment: Readonly<Record<string, string | undefined>>): S3Settings | null {
  return storageOf(parsed(s3Schema, environment));
}

function storageOf(settings: z.infer<typeof s3Schema>): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_DOWNLOADS: downloads, LAYER_CACHE_BYTES: layerCacheBytes } = settings;
  if (endpoint !== undefined && bucket !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined) return { endpoint, region, bucket, accessKeyId, secretAccessKey, downloads, layerCacheBytes };
  const missing = Object.entries({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length < 4) throw new ConfigError(`The environment names an S3 server only in part. Missing: ${missing.join(', ')}.`);
  return null;
}
