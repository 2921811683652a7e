import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;
/** Share of the machine's memory that all running tasks together may take by default; the rest is the server's and the system's. */
const TASK_SHARE_OF_MEMORY = 0.6;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Levels that tell what goes well. */
const TELLING_LEVELS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/** An environment variable that is set to nothing counts as not set. */
function variable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

function integer(minimum: number, maximum: number) {
  const words = `has to be a whole number from ${String(minimum)} to ${String(maximum)}`;
  return z.coerce.number({ error: words }).int(words).min(minimum, words).max(maximum, words);
}

const environmentSchema = z.object({
  PORT: variable(integer(0, 65_535).default(3000)),
  HOST: variable(z.string().default('127.0.0.1')),
  DATA_DIR: variable(z.string().default('./data')),
  DATABASE_URL: variable(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  UPLOAD_MAX_BYTES: variable(integer(1, Number.MAX_SAFE_INTEGER).default(GIBIBYTE)),
  DISK_FLOOR_BYTES: variable(integer(0, Number.MAX_SAFE_INTEGER).default(256 * MEBIBYTE)),
  UPLOAD_MAX_FILES: variable(integer(1, 10_000).default(200)),
  TASK_CONCURRENCY: variable(integer(1, 256).default(2)),
  TASK_THREADS: variable(integer(1, 256).optional()),
  TASK_MEMORY_BYTES: variable(integer(64 * MEBIBYTE, Number.MAX_SAFE_INTEGER).optional()),
  TASK_TIME_SECONDS: variable(z.coerce.number().positive().max(82_800).default(3600)),
  TASK_IDLE_RUNNERS: variable(z.enum(['0', '1'], { error: 'has to be 0 or 1' }).default('1')),
  TASK_ATTEMPTS: variable(integer(1, 100).default(3)),
  RETENTION_HOURS: variable(z.coerce.number().positive().max(24 * 365).default(24)),
  LOG_LEVEL: variable(z.enum(LOG_LEVELS).default('warn')),
  ACCESS_LOG: variable(z.enum(['0', '1'], { error: 'has to be 0 or 1' }).optional()),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(z.url({ protocol: /^https?$/ }).optional()),
  METRICS_TOKEN: variable(z.string().min(16, 'has to have 16 characters or more').optional()),
});

/** What the server is told from outside, read once at the start. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataFolder: string;
  /** A PostgreSQL server; null for the embedded database in the data folder. */
  readonly databaseUrl: string | null;
  /** Free room on the disk of the data folder that uploads and tasks must leave. */
  readonly diskFloorBytes: number;
  readonly upload: { readonly maximumBytes: number; readonly maximumFiles: number };
  readonly tasks: {
    readonly concurrency: number;
    /** Threads that one task may use. */
    readonly threads: number;
    /** Resident memory of one task's process. */
    readonly memoryBytes: number;
    readonly seconds: number;
    /** Processes that wait, with the tools loaded, for the next task. */
    readonly idleRunners: 0 | 1;
    /** How often a task is started before the server gives up on it. */
    readonly attempts: number;
  };
  /** How long uploads and results are kept after the last task on them was started or ended. */
  readonly retentionMilliseconds: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Whether each answer is a line of the log. */
  readonly accessLog: boolean;
  /** Where a collector of OpenTelemetry takes spans by HTTP; null to trace nothing. */
  readonly traceEndpoint: string | null;
  /** What who reads the metrics has to send; null when only this machine may read them. */
  readonly metricsToken: string | null;
}

/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** @throws ConfigError naming each variable that has no usable value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment holds settings that cannot be used. ${reasons.join('; ')}.`);
  }
  const settings = parsed.data;
  const concurrency = settings.TASK_CONCURRENCY;
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataFolder: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    diskFloorBytes: settings.DISK_FLOOR_BYTES,
    upload: { maximumBytes: settings.UPLOAD_MAX_BYTES, maximumFiles: settings.UPLOAD_MAX_FILES },
    tasks: {
      concurrency,
      threads: settings.TASK_THREADS ?? Math.max(1, Math.floor(os.availableParallelism() / concurrency)),
      memoryBytes: settings.TASK_MEMORY_BYTES ?? Math.floor(Math.max(GIBIBYTE / 2, (os.totalmem() * TASK_SHARE_OF_MEMORY) / concurrency)),
      seconds: settings.TASK_TIME_SECONDS,
      idleRunners: settings.TASK_IDLE_RUNNERS === '1' ? 1 : 0,
      attempts: settings.TASK_ATTEMPTS,
    },
    retentionMilliseconds: settings.RETENTION_HOURS * 3_600_000,
    logLevel: settings.LOG_LEVEL,
    accessLog: settings.ACCESS_LOG === undefined ? TELLING_LEVELS.has(settings.LOG_LEVEL) : settings.ACCESS_LOG === '1',
    traceEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
  };
}
