import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the range that systems use for outgoing connections (32,768 and up on Linux, 49,152 elsewhere): such a port may be taken by a
// connection of another process between this answer and its use.
const FIRST = 20_000;
const LAST = 32_000;

/** A port that nothing currently listens on, for programs that must be given one. Whoever can should use port 0 and report what it got. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (!(await isTaken(port))) return port;
  }
  throw new Error(`No free port between ${String(FIRST)} and ${String(LAST)} was found.`);
}

/** Whether something listens on this port of this machine, or listening is not allowed. */
export async function isTaken(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return true;
  }
  server.close();
  await once(server, 'close');
  return false;
}
