/** How long tests wait for what comes: a busy machine may need long, and who waits for what holds waits no longer. */
export const PATIENCE = { timeout: 60_000, interval: 50 };
