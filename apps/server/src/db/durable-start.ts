import { PGlite } from '@electric-sql/pglite';

/** PostgreSQL's 128 MB are written when it starts, which takes half a second; our tables are far smaller. */
const SHARED_BUFFERS = '16MB';
/**
 * As much as PostgreSQL uses with its own 128 MB. With the 512 KB that go with ours, it writes its log while a record is being added, and a disk that
 * is full at that moment leaves half a record.
 */
const WAL_BUFFERS = '4MB';

/** PGlite's own start parameters without `-F`, which turns fsync off, and with the flush method that its file system supports. */
export const DURABLE_START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  `shared_buffers=${SHARED_BUFFERS}`,
  '-c',
  `wal_buffers=${WAL_BUFFERS}`,
];
