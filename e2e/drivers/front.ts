import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands before the server of the tests, one for each browser: a test may have it answer some requests, and all others are passed on. What Playwright answers for
 * instead, it has the browser ask about at each request, without its cache.
 *
 * It keeps what the server says will never change, as a cache between a visitor and the server may: each test loads the same thirty files of the site.
 */

export interface Taken {
  readonly method: string;
  readonly url: URL;
  readonly contentType: string | undefined;
  /** What finds the task of an earlier call again. */
  readonly key: string | undefined;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface Deputy {
  readonly takes: (method: string, url: URL) => boolean;
  readonly reply: (taken: Taken) => Reply | 'pass on' | Promise<Reply | 'pass on'>;
}

export class Front {
  readonly #target: string;
  readonly #server: Server;
  #deputies: readonly Deputy[] = [];
  /** By address and by the encodings that the browser takes. */
  readonly #kept = new Map<string, Reply>();

  constructor(target: string) {
    this.#target = target;
    this.#server = createServer((asked, answer) => {
      this.#handle(asked, answer).catch(() => answer.destroy());
    });
  }

  async begin() {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get address(): string {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The front has not begun.');
    return `http://127.0.0.1:${String(address.port)}`;
  }

  /** The last one that was given takes a request first. */
  has(deputy: Deputy) {
    this.#deputies = [deputy, ...this.#deputies];
  }

  /** What the server itself has at an address, not compressed. */
  async served({ pathname, search }: URL): Promise<Reply> {
    const came = await fetch(new URL(`${pathname}${search}`, this.#target), { headers: { 'accept-encoding': 'identity' } });
    return { status: came.status, headers: { 'content-type': came.headers.get('content-type') ?? '' }, body: await came.text() };
  }

  /** Passes everything on again. */
  forget() {
    this.#deputies = [];
  }

  end() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #handle(asked: IncomingMessage, answer: ServerResponse) {
    const { method = 'GET' } = asked;
    const url = new URL(asked.url ?? '/', this.address);
    const deputy = this.#deputies.find(({ takes }) => takes(method, url));
    if (deputy === undefined) {
      const kept = this.#kept.get(nameOf(asked));
      if (kept !== undefined && method === 'GET') answer.writeHead(kept.status, kept.headers).end(kept.body);
      else asked.pipe(this.#passedOn(asked, answer));
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of asked) if (part instanceof Buffer) parts.push(part);
    const body = Buffer.concat(parts);
    const reply = await deputy.reply({ method, url, contentType: asked.headers['content-type'], key: asked.headers['idempotency-key']?.toString(), body });
    if (reply === 'pass on') this.#passedOn(asked, answer).end(body);
    else answer.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers }).end(reply.body);
  }

  #passedOn(asked: IncomingMessage, answer: ServerResponse) {
    // Each over a connection of its own: one that is kept may be closed by the server just as it is used.
    const passed = request(new URL(asked.url ?? '/', this.#target), { agent: false, method: asked.method, headers: { ...asked.headers, connection: 'close' } }, (came) => {
      const headers = { ...came.headers };
      // Of this connection, not of the browser's.
      delete headers.connection;
      delete headers['keep-alive'];
      answer.writeHead(came.statusCode ?? 502, headers);
      if (isForEver(asked, came)) this.#keep(asked, came);
      came.pipe(answer);
      came.on('error', () => answer.destroy());
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    return passed;
  }

  #keep(asked: IncomingMessage, came: IncomingMessage) {
    const headers = Object.fromEntries(Object.entries(came.headers).flatMap(([name, value]) => (typeof value === 'string' && !OF_A_CONNECTION.has(name) ? [[name, value]] : [])));
    const parts: Buffer[] = [];
    came.on('data', (part: Buffer) => parts.push(part));
    came.on('end', () => this.#kept.set(nameOf(asked), { status: 200, headers, body: Buffer.concat(parts) }));
  }
}

const OF_A_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

function nameOf({ url, headers }: IncomingMessage): string {
  return `${url ?? ''} ${String(headers['accept-encoding'])}`;
}

/** Whole files only: what was asked for in part, or is still the same, has no content to keep. */
function isForEver({ method, headers: { range } }: IncomingMessage, { statusCode, headers }: IncomingMessage): boolean {
  return method === 'GET' && range === undefined && statusCode === 200 && /\bimmutable\b/.test(headers['cache-control'] ?? '');
}
