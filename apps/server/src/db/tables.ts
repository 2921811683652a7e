import type { ColumnType, Generated } from 'kysely';

/**
 * The tables as statements see them. Both databases return a timestamp as a Date and JSON as its value; JSON is written as text.
 * Rows are parsed where they are read (the stores), so selected columns are `unknown` where the drivers differ.
 */
type Json = ColumnType<unknown, string | null, string | null>;
type BigInteger = ColumnType<unknown, number, number>;

export interface Tables {
  uploads: {
    uuid: string;
    created_at: Date;
    /** When the upload is deleted, with everything made from it. */
    expires_at: Date;
    /** Set when its owner deletes it: the files are gone, and the row stays until it expires for clients that still poll. */
    deleted_at: Date | null;
  };
  upload_files: { upload: string; position: number; name: string; size: BigInteger; stored_name: string };
  /** Uploads of single files that arrive in parts, until they become an upload. */
  resumable_uploads: {
    uuid: string;
    name: string;
    /** Announced size in bytes. */
    size: BigInteger;
    /** The total size of its parts, which are contiguous. */
    received: BigInteger;
    /** Who began it, as in `tasks`. */
    visitor: string;
    /** The upload made of it and others; null until then. */
    input_file: string | null;
    created_at: Date;
    expires_at: Date;
  };
  /** Parts in the file storage, each with its start in the file. */
  resumable_parts: { upload: string; start: BigInteger; part: string; size: BigInteger };
  tasks: {
    uuid: string;
    tool: string;
    upload: string;
    options: Json;
    progress_status: string;
    progress: number;
    stage: string | null;
    report: Json;
    error: Json;
    output_file: string | null;
    report_file: string | null;
    attempts: Generated<number>;
    /** A pseudonym of the task's creator: tasks of one visitor queue behind those of others. */
    visitor: string;
    /** Lease of the running attempt; only its holder may change a RUNNING task. */
    lease: string | null;
    /** By the clock of the database. */
    lease_until: Date | null;
    /** Chosen by the creator of the task; unique per upload. */
    idempotency_key: string | null;
    /** W3C `traceparent` of the request that created the task; null if that was not traced. */
    trace_parent: Generated<string | null>;
    created_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
  };
  pieces: {
    /** The lease of the attempt at the task whose process cut the layer: when it ends, its pieces are orphaned. */
    attempt: string;
    number: number;
    task: string;
    status: 'READY' | 'RUNNING' | 'DONE' | 'FAILED';
    /** Results in the file storage that no row of `results` names. */
    file: string;
    size: BigInteger;
    answer: string | null;
    answer_size: ColumnType<unknown, number | null, number | null>;
    attempts: Generated<number>;
    lease: string | null;
    lease_until: Date | null;
    created_at: Date;
  };
  /** How much a visitor has requested or sent in the window that ends at `until`, over all servers. */
  visitor_counts: { kind: string; visitor: string; amount: number; until: Date };
  /** One row. */
  deployment: { visitor_key: string };
  results: { uuid: string; task: string; name: string; size: BigInteger; created_at: Date };
  layer_groups: { name: string; position: number; is_visible: boolean };
  layers: {
    uuid: string;
    group_name: string;
    name: string;
    code: string;
    position: number;
    is_visible: boolean;
    color: string;
    description: string;
    source: string;
    webmap_url: string;
    minimum_zoom: number | null;
    style: Generated<string>;
    licence: string | null;
    attribution: string | null;
    last_checked: Date | null;
    /** The data folder in DATA_DIR/layers of a layer that this server draws; null for layers of other services. */
    local_data: string | null;
    /** The extent of its features in degrees; null if unknown. */
    west: number | null;
    south: number | null;
    east: number | null;
    north: number | null;
  };
  layer_tasks: { layer: string; position: number; provider_date: Date | null; source_date: Date | null; details: string };
  seeded_layers: { uuid: string };
}
