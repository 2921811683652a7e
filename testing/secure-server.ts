import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, request } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';

const FOLDER = path.join(import.meta.dirname, 'certificate');
/** Self-signed, for localhost and 127.0.0.1. Programs trust it if NODE_EXTRA_CA_CERTS names this file. */
export const CERTIFICATE = path.join(FOLDER, 'certificate.pem');
export const PAIR = { cert: readFileSync(CERTIFICATE), key: readFileSync(path.join(FOLDER, 'key.pem')) };
/** The first byte of every TLS connection. */
const HANDSHAKE = 22;

export interface LocalService {
  /** `127.0.0.1:` and the port. */
  readonly host: string;
  stop(): void;
}

/** Makes this process trust the servers of the tests. */
export function trustTestServers(): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), PAIR.cert.toString()]);
}

/** A server on a free port of this machine that speaks https, http, or either of them as requested. */
export async function startService(listener: RequestListener, protocols: readonly ('http' | 'https')[]): Promise<LocalService> {
  const secure = createServer(PAIR, listener);
  const plain = createPlainServer(listener);
  const open = new Set<net.Socket>();
  const front = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    socket.once('readable', () => {
      const first: unknown = socket.read();
      if (!(first instanceof Buffer)) return;
      socket.unshift(first);
      const protocol = first[0] === HANDSHAKE ? 'https' : 'http';
      if (!protocols.includes(protocol)) socket.destroy();
      else (protocol === 'https' ? secure : plain).emit('connection', socket);
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  return {
    host: `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    stop: () => {
      front.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** A TLS reverse proxy before a server, as operators have it. */
export function startSecureFront(target: string): Promise<LocalService> {
  return startService(
    (asked, answer) => {
      const passed = request(new URL(asked.url ?? '/', target), { method: asked.method, headers: { ...asked.headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': asked.headers.host } }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers);
        came.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    },
    ['https'],
  );
}
