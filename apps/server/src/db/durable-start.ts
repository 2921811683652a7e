import { PGlite } from '@electric-sql/pglite';

/** PostgreSQL's 128 MB are written when it starts, which takes half a second; our tables are far smaller. */
const SHARED_BUFFERS = '16MB';

/** PGlite's own start parameters without `-F`, which turns fsync off, and with the flush method that its file system supports. */
export const DURABLE_START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  `shared_buffers=${SHARED_BUFFERS}`,
];
