import { PGlite } from '@electric-sql/pglite';

/** PGlite's own start parameters without `-F`, which turns fsync off, and with the flush method that its file system supports. */
export const DURABLE_START_PARAMETERS = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];
