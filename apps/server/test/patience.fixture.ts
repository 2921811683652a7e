/** How long tests wait for an event: a busy machine may need long, and a test that succeeds waits no longer than necessary. */
export const PATIENCE = { timeout: 60_000, interval: 50 };
