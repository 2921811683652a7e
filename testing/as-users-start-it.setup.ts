/**
 * `npm test` lets the C library request large pages in the processes of the tests (scripts/test.mjs). Programs started by a test allocate memory as they do
 * for users, who have none of these settings (decision 0087).
 */
delete process.env['GLIBC_TUNABLES'];
delete process.env['MALLOC_MMAP_THRESHOLD_'];
delete process.env['MALLOC_TRIM_THRESHOLD_'];
