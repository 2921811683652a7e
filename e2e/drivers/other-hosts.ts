import { createHash, X509Certificate } from 'node:crypto';
import { createSecureServer } from 'node:http2';
import type { Http2SecureServer, Http2Session } from 'node:http2';
import { PAIR } from '../../testing/secure-server.ts';

/**
 * Everything outside this machine, as the browser of a worker sees it: some hosts are one server of ours, and no other name is known. Playwright could answer for them,
 * but as long as it does, the browser asks it about each request of the page, and uses no cache.
 */
export class OtherHosts {
  readonly #server: Http2SecureServer;
  readonly #sessions = new Set<Http2Session>();
  #answer: ((url: URL) => Buffer) | null = null;

  constructor() {
    this.#server = createSecureServer(PAIR, ({ authority, url, headers: { origin } }, answer) => {
      const picture = this.#answer?.(new URL(url, `https://${authority}`));
      if (picture === undefined) {
        answer.writeHead(404).end();
        return;
      }
      // As Playwright answers: anybody may use it, and nobody keeps it.
      const forOthers = { 'cross-origin-resource-policy': 'cross-origin', ...(origin === undefined ? {} : { 'access-control-allow-origin': origin }) };
      answer.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store', ...forOthers }).end(picture);
    });
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session)).on('error', () => undefined);
    });
  }

  async begin() {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** What the browser has to be started with. */
  browserArguments(hosts: readonly string[]): string[] {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The other hosts have not begun.');
    const own = hosts.map((host) => `MAP ${new URL(host).hostname}:443 127.0.0.1:${String(address.port)}`);
    const key = new X509Certificate(PAIR.cert).publicKey.export({ type: 'spki', format: 'der' });
    return [`--host-resolver-rules=${[...own, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost'].join(', ')}`, `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`];
  }

  /** From now on, each request gets the picture that is returned for it. */
  answers(picture: (url: URL) => Buffer) {
    this.#answer = picture;
  }

  forget() {
    this.#answer = null;
  }

  end() {
    this.#server.close();
    for (const session of this.#sessions) session.destroy();
  }
}
