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
  let left = Infinity;
  let leftOfAnswers = Infinity;
  let isCut = false;
  let cuts = 0;
  let sent = 0;
  let answered = 0;
  const cut = () => {
    [left, leftOfAnswers, isCut] = [Infinity, Infinity, true];
    cuts++;
    for (const socket of open) socket.destroy();
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
    visitor.on('data', (chunk) => {
      left -= chunk.length;
      if (left <= 0) {
        cut();
        return;
      }
      sent += chunk.length;
      if (!server.write(chunk)) visitor.pause();
    });
    server.on('drain', () => visitor.resume());
    server.on('data', (chunk) => {
      leftOfAnswers -= chunk.length;
      if (leftOfAnswers <= 0) {
        cut();
        return;
      }
      answered += chunk.length;
      if (!visitor.write(chunk)) server.pause();
    });
    visitor.on('drain', () => server.resume());
    server.on('end', () => visitor.end());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const bound = listener.address();
  if (bound === null || typeof bound === 'string') throw new Error('The way has no port.');
  return {
    address: `http://127.0.0.1:${String(bound.port)}`,
    cutAfter: (bytes) => {
      left = bytes;
    },
    cutAfterAnswers: (bytes) => {
      leftOfAnswers = bytes;
    },
    mend: () => {
      isCut = false;
    },
    cuts: () => cuts,
    sent: () => sent,
    answered: () => answered,
    close: async () => {
      for (const socket of open) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
