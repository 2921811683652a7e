import type { ColumnType, Generated } from 'kysely';

/**
 * The tables as statements see them. Both databases answer a timestamp as a Date and JSON as its value; JSON is written
 * as text. Rows are parsed where they are read (the stores), so what is selected is `unknown` where the drivers differ.
 */
type Json = ColumnType<unknown, string | null, string | null>;
type BigInteger = ColumnType<unknown, number, number>;

export interface Tables {
  uploads: {
    uuid: string;
    created_at: Date;
    /** When the upload goes, with everything that was made from it. */
    expires_at: Date;
    /** Set when its owner deleted it: the files are gone, the row stays until it expires for those who still poll. */
    deleted_at: Date | null;
  };
  upload_files: { upload: string; position: number; name: string; size: BigInteger; stored_name: string };
  /** Uploads of single files that come in parts, until an upload is made of them. */
  resumable_uploads: {
    uuid: string;
    name: string;
    /** In bytes, as it was announced. */
    size: BigInteger;
    /** The sum of its parts, which follow each other without a gap. */
    received: BigInteger;
    /** Who began it, as in `tasks`. */
    visitor: string;
    /** The upload that was made of it and others; null before. */
    input_file: string | null;
    created_at: Date;
    expires_at: Date;
  };
  /** Parts that the file storage holds, each where it begins in its file. */
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
    /** Who made it, without saying who that is: tasks of one visitor wait behind those of others. */
    visitor: string;
    /** Of the attempt that runs; only who knows it may change a task that is RUNNING. */
    lease: string | null;
    /** By the clock of the database. */
    lease_until: Date | null;
    /** Made up by who started the task; each once for an upload. */
    idempotency_key: string | null;
    /** W3C's `traceparent` of the request that made the task; null when that was not traced. */
    trace_parent: Generated<string | null>;
    created_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
  };
  pieces: {
    /** The lease of the attempt at the task whose process has cut the layer: with it, all its pieces are nobody's. */
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
  /** How much a visitor has asked or sent until then, on all servers. */
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
    /** The folder of the data in DATA_DIR/layers, of layers that this server draws; null for those of other services. */
    local_data: string | null;
    /** Where its features lie, in degrees; null when that is not known. */
    west: number | null;
    south: number | null;
    east: number | null;
    north: number | null;
  };
  layer_tasks: { layer: string; position: number; provider_date: Date | null; source_date: Date | null; details: string };
  seeded_layers: { uuid: string };
}
