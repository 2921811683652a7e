import { FINDING_KINDS } from '@geoinsights/geometry';
import type { Task } from '@geoinsights/contract';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import type { ReadinessReport } from './readiness.ts';
import type { Stock } from './stock.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const TASK_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const MAP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const KINDS = new Set<string>(FINDING_KINDS);

/** The part of a report that is counted, if its tool provides it. */
const countedSchema = z.object({
  datasets: z.array(z.object({ layers: z.array(z.object({ vertices: z.number().nonnegative() })) })).catch([]),
  found: z.record(z.string(), z.number().nonnegative()).catch({}),
});

/** The outcome for a requested picture: drawn, unchanged for the client, or refused since too many wait. */
export type MapOutcome = 'drawn' | 'unchanged' | 'refused';

/**
 * Counters and measurements for Prometheus. No label holds an id, a name or an address, and each has few values: routes are templates,
 * kinds are those of the kernel. Counters cover this process since its start; what `observe` sets describes the database and is
 * the same on every node.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requestSeconds = this.#histogram('geoinsights_http_request_duration_seconds', 'Response time, by route template.', REQUEST_SECONDS, ['method', 'route', 'status']);
  readonly #uploads = this.#counter('geoinsights_uploads_total', 'Uploads that were acknowledged.');
  readonly #uploadBytes = this.#counter('geoinsights_upload_bytes_total', 'Bytes of files of uploads that were acknowledged.');
  readonly #tasksEnded = this.#counter('geoinsights_tasks_ended_total', 'Tasks that ended while a worker of this process had them.', ['tool', 'state']);
  readonly #waitSeconds = this.#histogram('geoinsights_task_wait_seconds', 'From the creation of a task to the start of its last attempt.', TASK_SECONDS, ['tool']);
  readonly #runSeconds = this.#histogram('geoinsights_task_run_seconds', 'From the start of the last attempt at a task to its end.', TASK_SECONDS, ['tool', 'state']);
  readonly #vertices = this.#counter('geoinsights_task_vertices_total', 'Vertices of the layers of tasks that were completed.', ['tool']);
  readonly #findings = this.#counter('geoinsights_findings_total', 'Findings of tasks that were completed, by kind.', ['kind']);
  readonly #maps = this.#counter('geoinsights_maps_total', 'Map pictures (tiles) that were requested, by outcome.', ['outcome']);
  readonly #mapSeconds = this.#histogram('geoinsights_map_duration_seconds', 'Time to draw map pictures, waiting included.', MAP_SECONDS);
  readonly #tasks = this.#gauge('geoinsights_tasks', 'Tasks in the database, by state.', ['tool', 'state']);
  readonly #oldestWait = this.#gauge('geoinsights_task_oldest_wait_seconds', 'How long the oldest waiting task has waited.');
  readonly #storedBytes = this.#gauge('geoinsights_storage_bytes', 'Bytes of stored files.', ['kind']);
  readonly #databaseBytes = this.#gauge('geoinsights_database_bytes', 'Size of the database.');
  readonly #diskFree = this.#gauge('geoinsights_disk_free_bytes', 'Free space on the disk of the data folder.');
  readonly #ready = this.#gauge('geoinsights_ready', 'Whether a part of the server works (1) or not (0).', ['part']);

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** @param route the template of the route; null for an address without one */
  answered(method: string, route: string | null, status: number, seconds: number): void {
    // Clients can send any method; only those of known routes become labels.
    this.#requestSeconds.observe({ method: route === null ? 'any' : method, route: route ?? 'none', status }, seconds);
  }

  uploaded(bytes: number): void {
    this.#uploads.inc();
    this.#uploadBytes.inc(bytes);
  }

  mapAnswered(outcome: MapOutcome, seconds: number): void {
    this.#maps.inc({ outcome });
    if (outcome === 'drawn') this.#mapSeconds.observe(seconds);
  }

  taskEnded(task: Task): void {
    const { tool, progress_status: state, report } = task;
    const { waited, ran } = secondsOf(task);
    this.#tasksEnded.inc({ tool, state });
    if (waited !== null) this.#waitSeconds.observe({ tool }, waited);
    if (ran !== null) this.#runSeconds.observe({ tool, state }, ran);
    if (report === null) return;
    const { datasets, found } = countedSchema.parse(report);
    for (const { layers } of datasets) for (const { vertices } of layers) this.#vertices.inc({ tool }, vertices);
    // Reports come from processes that have handled hostile files.
    for (const [kind, count] of Object.entries(found)) this.#findings.inc({ kind: KINDS.has(kind) ? kind : 'other' }, count);
  }

  /** Sets values that are read on request. A value that cannot be read is omitted rather than left stale. */
  observe(stock: Stock | null, diskFreeBytes: number | null, readiness: ReadinessReport): void {
    for (const gauge of [this.#tasks, this.#storedBytes]) gauge.reset();
    for (const gauge of [this.#oldestWait, this.#databaseBytes, this.#diskFree]) gauge.remove();
    for (const [part, { ok }] of Object.entries(readiness)) this.#ready.set({ part }, ok ? 1 : 0);
    if (diskFreeBytes !== null) this.#diskFree.set(diskFreeBytes);
    if (stock === null) return;
    for (const { tool, state, count } of stock.tasks) this.#tasks.set({ tool, state }, count);
    this.#oldestWait.set(stock.oldestWaitSeconds);
    this.#storedBytes.set({ kind: 'uploads' }, stock.uploadBytes);
    this.#storedBytes.set({ kind: 'results' }, stock.resultBytes);
    this.#databaseBytes.set(stock.databaseBytes);
  }

  /** In Prometheus format. */
  async text(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #counter<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string = never>(name: string, help: string, buckets: number[], labelNames: readonly Label[] = []): Histogram<Label> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.#registry] });
  }
}

/** Clocks of machines may differ, or be set back. Null for what did not happen. */
export function secondsOf({ created_at: created, started_at: started, finished_at: finished }: Task): { waited: number | null; ran: number | null } {
  const between = (from: string, to: string) => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
  if (started === null) return { waited: null, ran: null };
  return { waited: between(created, started), ran: finished === null ? null : between(started, finished) };
}
