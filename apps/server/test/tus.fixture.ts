import { createHash } from 'node:crypto';
import { uploadSchema } from '@geoinsights/contract';
import type { Upload } from '@geoinsights/contract';
import { expect } from 'vitest';
import { Upload as TusUpload } from 'tus-js-client';
import type { ApiClient } from './api-client.fixture.ts';

export const TUS = { 'tus-resumable': '1.0.0' };
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** The calls of the tus protocol, one by one. */
export class TusClient {
  readonly #api: ApiClient;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  begin(name: string, size: number | string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`;
    return this.#api.fetch('/tools/uploads', { method: 'POST', headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata, ...headers } });
  }

  /** @returns its id */
  async begun(name: string, size: number): Promise<string> {
    const response = await this.begin(name, size);
    expect(response.status).toBe(201);
    return idOf(response.headers.get('location') ?? '');
  }

  send(id: string, offset: number | string, bytes: Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.#api.fetch(`/tools/uploads/${id}`, { method: 'PATCH', headers: { ...PART, 'upload-offset': String(offset), ...headers }, body: new Blob([bytes]) });
  }

  ask(id: string): Promise<Response> {
    return this.#api.fetch(`/tools/uploads/${id}`, { method: 'HEAD', headers: TUS });
  }

  /** How much has arrived. */
  async offset(id: string): Promise<number> {
    const response = await this.ask(id);
    expect(response.status).toBe(200);
    return Number(response.headers.get('upload-offset'));
  }

  giveUp(id: string): Promise<Response> {
    return this.#api.fetch(`/tools/uploads/${id}`, { method: 'DELETE', headers: TUS });
  }

  join(ids: readonly string[]): Promise<Response> {
    return this.#api.fetch('/tools/files/from-uploads', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ uploads: ids }) });
  }

  async joined(ids: readonly string[]): Promise<Upload> {
    const response = await this.join(ids);
    expect(response.status).toBe(201);
    return uploadSchema.parse(await response.json());
  }
}

export function idOf(location: string): string {
  return location.slice(location.lastIndexOf('/') + 1);
}

/** Sends a file with a third-party client of the protocol, which retries when the connection breaks. @returns the id of the upload */
export function sendByTus(api: ApiClient, name: string, content: Buffer, { chunkSize = Infinity, onBreak = () => undefined, overridePatchMethod = false }: { chunkSize?: number; onBreak?: () => void; overridePatchMethod?: boolean } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new TusUpload(content, {
      endpoint: `${api.base}/tools/uploads`,
      metadata: { filename: name },
      chunkSize,
      overridePatchMethod,
      retryDelays: [20, 50, 100, 200, 400],
      onShouldRetry: () => {
        onBreak();
        return true;
      },
      onError: reject,
      onSuccess: () => resolve(idOf(upload.url ?? '')),
    });
    upload.start();
  });
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
