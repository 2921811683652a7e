import { once } from 'node:events';
import net from 'node:net';

/** A relay to a server that breaks connections on demand. */
export interface CuttingWay {
  readonly address: string;
  /** Breaks the connection that has sent this many more bytes, together with all others; nobody gets through until `mend`. */
  cutAfter(bytes: number): void;
  /** Does the same once the server has answered this many more bytes. */
  cutAfterAnswers(bytes: number): void;
  mend(): void;
  /** How often it was cut. */
  cuts(): number;
  /** Bytes sent by visitors and forwarded to the server. */
  sent(): number;
  /** Bytes answered by the server and forwarded to visitors. */
  answered(): number;
  close(): Promise<void>;
}

/** Relays bytes to a server and back without interpreting them. @param target its address, http://127.0.0.1:PORT */
export async function openCuttingWay(target: string): Promise<CuttingWay> {
  const { hostname, port } = new URL(target);
  const open = new Set<net.Socket>();
  const requests = { left: Infinity, passed: 0 };
  const answers = { left: Infinity, passed: 0 };
  let isCut = false;
  let cuts = 0;
  const cut = () => {
    requests.left = Infinity;
    answers.left = Infinity;
    isCut = true;
    cuts++;
    for (const socket of open) socket.destroy();
  };
  const relay = (from: net.Socket, to: net.Socket, count: typeof requests) => {
    from.on('data', (chunk) => {
      count.left -= chunk.length;
      if (count.left <= 0) {
        cut();
        return;
      }
      count.passed += chunk.length;
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => from.resume());
  };
  const listener = net.createServer((visitor) => {
    if (isCut) {
      visitor.destroy();
      return;
    }
    const server = net.connect(Number(port), hostname);
    for (const [socket, other] of [[visitor, server], [server, visitor]] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    relay(visitor, server, requests);
    relay(server, visitor, answers);
    server.on('end', () => visitor.end());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const bound = listener.address();
  if (bound === null || typeof bound === 'string') throw new Error('The way has no port.');
  return {
    address: `http://127.0.0.1:${String(bound.port)}`,
    cutAfter: (bytes) => {
      requests.left = bytes;
    },
    cutAfterAnswers: (bytes) => {
      answers.left = bytes;
    },
    mend: () => {
      isCut = false;
    },
    cuts: () => cuts,
    sent: () => requests.passed,
    answered: () => answers.passed,
    close: async () => {
      for (const socket of open) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
