import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems give to outgoing connections (32,768 and up on Linux, 49,152 elsewhere): one of those may be taken by a
// connection of another process between this answer and its use.
const FIRST = 20_000;
const LAST = 32_000;

/** A port that nothing listens on at this moment, for programs that must be told one; whoever can takes port 0 and says what it got. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (!(await isTaken(port))) return port;
  }
  throw new Error(`No free port between ${String(FIRST)} and ${String(LAST)} was found.`);
}

/** Whether something listens on this port of this machine, or nobody may. */
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
