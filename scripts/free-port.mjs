import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nothing listens on at this moment, for programs that must be told one; whoever can takes port 0 and says what it got. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether something listens on this port of this machine, or nobody may. */
export async function isTaken(port) {
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
