/**
 * `npm test` lets the C library ask for large pages in the processes of the tests (scripts/test.mjs). What a test starts gets its memory as it does
 * with users, who have none of these settings (decision 0087).
 */
delete process.env['GLIBC_TUNABLES'];
delete process.env['MALLOC_MMAP_THRESHOLD_'];
delete process.env['MALLOC_TRIM_THRESHOLD_'];
