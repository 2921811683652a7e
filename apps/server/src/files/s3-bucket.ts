import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AbortMultipartUploadCommand, DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ProblemError } from '@geoinsights/contract';
import type { S3Settings } from '../config.ts';
import type { ByteRange } from './file-storage.ts';
import { retriedOnceIfRefused, within } from './s3-calls.ts';
import { FULL, NotThere, reasonOf, saysNotThere, statusOf } from './s3-faults.ts';
import { StorageUnavailable, StorageUnusableError } from './storage-unavailable.ts';
import { WatchedSource, untilItStalls } from './watched-streams.ts';

/** Timeouts for an S3 server. */
export interface Patience {
  /** Until a connection is established. */
  readonly connectionMilliseconds: number;
  /** For one attempt at one call, until its response begins. */
  readonly requestMilliseconds: number;
  /** For a call with all its attempts, until its response begins. */
  readonly callMilliseconds: number;
  /** Between two chunks of a response. */
  readonly idleMilliseconds: number;
}

const PATIENCE: Patience = { connectionMilliseconds: 3000, requestMilliseconds: 10_000, callMilliseconds: 30_000, idleMilliseconds: 10_000 };
/** Per call. The pauses between them grow, with random jitter of up to two seconds. */
const TRIES = 6;
/** Consecutive resumptions of an interrupted response without receiving a byte. */
const RESUMPTIONS = 5;
const RESUMPTION_PAUSE_MILLISECONDS = 100;
/** Of one kind, to one server. A slow visitor's download occupies one. */
const MOST_CONNECTIONS = 500;
/** The minimum of S3: bytes from a visitor are buffered in memory up to this size. */
const SMALLEST_PART_BYTES = 5 * 1024 * 1024;
/** S3 allows 10,000; the remainder of an estimate may take one more. */
const MOST_PARTS = 9999;

export interface BucketReports {
  /** Called once per outage. */
  readonly onAway: (reason: string) => void;
  readonly onBack: () => void;
}

export interface StoredObject {
  readonly key: string;
  readonly modified: Date;
  readonly size: number;
}

/**
 * One bucket of an S3 server: calls with bounded retries and times, and its errors as problems of our table. Errors of the library
 * contain the request, so only their name and message are kept.
 */
export class S3Bucket {
  readonly #client: S3Client;
  readonly #name: string;
  readonly #patience: Patience;
  readonly #reports: BucketReports;
  #isAway = false;

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings, reports: BucketReports, patience: Partial<Patience> = {}) {
    this.#name = bucket;
    this.#reports = reports;
    this.#patience = { ...PATIENCE, ...patience };
    const { connectionMilliseconds, requestMilliseconds, callMilliseconds } = this.#patience;
    const agent = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // The addressing style that every S3 server supports, whatever its host name.
      forcePathStyle: true,
      // Newer checksums, which many servers refuse. We compare sizes, and the connection has its own checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: TRIES,
      requestHandler: { connectionTimeout: connectionMilliseconds, requestTimeout: requestMilliseconds, throwOnRequestTimeout: true, socketTimeout: 0, httpAgent: agent, httpsAgent: agent },
      // The library would write messages for developers to our output.
      logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    // Wraps the retries, and also applies to the calls of multipart uploads.
    this.#client.middlewareStack.add((next) => (call) => within(callMilliseconds, retriedOnceIfRefused(() => next(call))), { step: 'initialize', name: 'deadline' });
  }

  /** @throws StorageUnusableError if the bucket does not exist or the key may not use it; StorageUnavailable */
  async check(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#name }));
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) throw new StorageUnusableError(`There is no bucket ${this.#name} at S3_ENDPOINT. Create it, or name another with S3_BUCKET.`, { cause: error });
      if (status === 401 || status === 403 || status === 400) {
        throw new StorageUnusableError(`The S3 server refuses the bucket ${this.#name} (${String(status)}). Look at S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and the bucket's policy.`, { cause: error });
      }
      throw this.#faultOf(error);
    }
  }

  /**
   * Stores an object in parts as it arrives; it becomes visible once complete. At most two parts per call are in memory.
   * @param size in bytes, the maximum that may arrive
   * @param signal aborts it, with the signal's reason
   * @throws errors of `content` as they are; StorageUnavailable; ProblemError storage-full
   */
  async put(key: string, content: AsyncIterable<Uint8Array>, size: number, signal?: AbortSignal): Promise<void> {
    const source = new WatchedSource(content);
    const abortController = new AbortController();
    const abort = () => abortController.abort();
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort, { once: true });
    const partSize = Math.max(SMALLEST_PART_BYTES, Math.ceil(size / MOST_PARTS));
    const upload = new Upload({ client: this.#client, params: { Bucket: this.#name, Key: key, Body: Readable.from(source, { objectMode: false }) }, partSize, queueSize: 1, abortController });
    try {
      await upload.done();
      this.#answered();
    } catch (error) {
      signal?.throwIfAborted();
      if (source.fault !== null) throw source.fault.error;
      const fault = this.#faultOf(error);
      // The parts are gone: perhaps they were assembled and the response was lost. A retry uses another key.
      throw fault instanceof NotThere ? new StorageUnavailable(reasonOf(error)) : fault;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * The bytes of an object, or of a range of it. When this returns, the object has been found; if the server breaks off later, the
   * rest is requested again.
   * @param signal aborts it, with the signal's reason
   * @returns null if there is no such object
   */
  async read(key: string, range: ByteRange | null, signal?: AbortSignal): Promise<{ readonly size: number; readonly content: Readable } | null> {
    const first = await this.#get(key, range, signal);
    if (first === null) return null;
    const last = range?.end ?? first.size - 1;
    const content = Readable.from(this.#bytes(key, first, { start: range?.start ?? 0, end: last }, signal), { objectMode: false });
    // Also for a stream from which nobody has read a byte.
    content.once('close', () => first.body.destroy());
    return { size: first.size, content };
  }

  /**
   * An address at which anybody can read an object for this time.
   * @param headers of the response there
   */
  addressOf(key: string, seconds: number, headers: { readonly contentDisposition: string; readonly contentType: string }): Promise<string> {
    const { contentDisposition, contentType } = headers;
    const command = new GetObjectCommand({ Bucket: this.#name, Key: key, ResponseContentDisposition: contentDisposition, ResponseContentType: contentType, ResponseCacheControl: 'private, no-cache' });
    // By the clock of the S3 server, as far as its responses have shown a difference from ours.
    const signingDate = new Date(Date.now() + this.#client.config.systemClockOffset);
    return getSignedUrl(this.#client, command, { expiresIn: seconds, signingDate });
  }

  async delete(key: string): Promise<void> {
    await this.#heard(() => this.#client.send(new DeleteObjectCommand({ Bucket: this.#name, Key: key })));
  }

  /** In the order of their keys. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    let after: string | undefined;
    do {
      const page = await this.#heard(() => this.#client.send(new ListObjectsV2Command({ Bucket: this.#name, Prefix: prefix, ContinuationToken: after })));
      for (const { Key: key, LastModified: modified, Size: size } of page.Contents ?? []) {
        if (key !== undefined && modified !== undefined && size !== undefined) yield { key, modified, size };
      }
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }

  /** Drops the parts of uploads that were begun before a given time and never finished: a killed server cannot do it itself. */
  async dropUnfinished(before: Date): Promise<void> {
    // Dropped uploads are not listed again, so the first page is always the next one, until nothing on it is old.
    for (;;) {
      const { Uploads: uploads = [], IsTruncated: isTruncated } = await this.#heard(() => this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.#name })));
      const old = uploads.filter(({ Initiated: begun }) => begun !== undefined && begun < before);
      for (const { Key: key, UploadId: id } of old) {
        const drop = new AbortMultipartUploadCommand({ Bucket: this.#name, Key: key, UploadId: id });
        // Another server may have done it meanwhile.
        await this.#heard(() => this.#client.send(drop)).catch((error: unknown) => {
          if (!(error instanceof NotThere)) throw error;
        });
      }
      if (isTruncated !== true || old.length === 0) return;
    }
  }

  close(): void {
    this.#client.destroy();
  }

  async #get(key: string, range: ByteRange | null, signal?: AbortSignal): Promise<Answer | null> {
    try {
      const wanted = range === null ? undefined : `bytes=${String(range.start)}-${String(range.end)}`;
      const { Body: body, ContentLength: size } = await this.#heard(() => this.#client.send(new GetObjectCommand({ Bucket: this.#name, Key: key, Range: wanted }), signal === undefined ? {} : { abortSignal: signal }));
      if (!(body instanceof Readable) || size === undefined) throw new StorageUnavailable('An object came without bytes or without its length.');
      return { body, size };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NotThere) return null;
      throw error;
    }
  }

  async *#bytes(key: string, first: Answer, { start, end }: ByteRange, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    let position = start;
    let body: Readable | null = first.body;
    for (let failures = 0; ; ) {
      try {
        body ??= await this.#rest(key, { start: position, end }, signal);
        for await (const chunk of untilItStalls(body, this.#patience.idleMilliseconds, signal)) {
          position += chunk.length;
          failures = 0;
          yield chunk;
        }
        if (position > end) return;
        throw new Error('The answer ended early.');
      } catch (error) {
        signal?.throwIfAborted();
        failures++;
        if (failures > RESUMPTIONS) throw this.#faultOf(error);
      } finally {
        body?.destroy();
        body = null;
      }
      await pause(RESUMPTION_PAUSE_MILLISECONDS * 2 ** failures);
    }
  }

  async #rest(key: string, range: ByteRange, signal?: AbortSignal): Promise<Readable> {
    const answer = await this.#get(key, range, signal);
    if (answer === null) throw new ProblemError('unknown-file');
    return answer.body;
  }

  /** Waits for a response, and reports when the server becomes unavailable or comes back. */
  async #heard<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      const result = await ask();
      this.#answered();
      return result;
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  #answered(): void {
    if (this.#isAway) this.#reports.onBack();
    this.#isAway = false;
  }

  /** The error for the caller. The first one of an outage is reported as well. */
  #faultOf(error: unknown): unknown {
    const status = statusOf(error);
    if (saysNotThere(error)) return new NotThere();
    if (status === FULL) return new ProblemError('storage-full', {}, { cause: new Error(reasonOf(error)) });
    if (error instanceof ProblemError) return error;
    const reason = reasonOf(error);
    if (!this.#isAway) this.#reports.onAway(reason);
    this.#isAway = true;
    return new StorageUnavailable(reason);
  }
}

interface Answer {
  readonly body: Readable;
  readonly size: number;
}
