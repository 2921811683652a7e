import { setTimeout as pause } from 'node:timers/promises';
import { problemSchema, taskSchema, uploadSchema } from '@geoinsights/contract';
import type { Problem, Task, Upload } from '@geoinsights/contract';
import { expect } from 'vitest';

/** The calls of the API in the words of the tests. */
export class ApiClient {
  readonly base: string;
  readonly tool: string;

  constructor(address: string, tool = 'test-tool') {
    this.base = `${address}/api/v1`;
    this.tool = tool;
  }

  fetch(place: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.base}${place}`, init);
  }

  send(files: readonly (readonly [field: string, content: string | Uint8Array<ArrayBuffer>, name?: string])[]): Promise<Response> {
    const form = new FormData();
    for (const [field, content, name] of files) form.append(field, new Blob([content]), name ?? field);
    return this.fetch('/tools/files', { method: 'POST', body: form });
  }

  async upload(name = 'area.geojson', content: string | Uint8Array<ArrayBuffer> = '{"type":"FeatureCollection","features":[]}'): Promise<Upload> {
    return this.uploadSet([[name, content]]);
  }

  async uploadSet(files: Parameters<ApiClient['send']>[0]): Promise<Upload> {
    const response = await this.send(files);
    expect(response.status).toBe(201);
    return uploadSchema.parse(await response.json());
  }

  post(body: unknown, tool = this.tool): Promise<Response> {
    return this.fetch(`/tools/${tool}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  }

  async start(options: object = {}, upload?: Upload): Promise<Task> {
    const { uuid } = upload ?? (await this.upload());
    const response = await this.post({ input_file: uuid, options });
    expect(response.status).toBe(201);
    return taskSchema.parse(await response.json());
  }

  async task(uuid: string): Promise<Task> {
    const response = await this.fetch(`/tools/${this.tool}/${uuid}`, { headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(200);
    return taskSchema.parse(await response.json());
  }

  /** Polls until the task is as wanted, at growing intervals: each poll takes CPU time that the task is waiting for. */
  async until(uuid: string, wanted: (task: Task) => boolean): Promise<Task> {
    for (let poll = 0; poll < 1500; poll++) {
      const task = await this.task(uuid);
      if (wanted(task)) return task;
      await pause(Math.min(20 + 5 * poll, 100));
    }
    throw new Error(`The task did not get there: ${JSON.stringify(await this.task(uuid))}`);
  }

  ended(uuid: string): Promise<Task> {
    return this.until(uuid, (task) => !['READY', 'RUNNING'].includes(task.progress_status));
  }

  cancel(uuid: string): Promise<Response> {
    return this.fetch(`/tools/${this.tool}/${uuid}`, { method: 'DELETE', headers: { 'content-type': 'application/json' } });
  }
}

/** Matches a text that contains this one, for use inside an expected object. */
export function containing(text: string): unknown {
  return expect.stringContaining(text);
}

/** Matches a text of this form, for use inside an expected object. */
export function matching(form: RegExp): unknown {
  return expect.stringMatching(form);
}

/** Expects an error response with this status and code: a problem document with all placeholders of its sentence filled. */
export async function expectProblem(response: Response, status: number, code: string): Promise<Problem> {
  const text = await response.text();
  expect(`${response.status} ${text}`).toContain(code);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const problem = problemSchema.parse(JSON.parse(text));
  expect(problem).toMatchObject({ status, code, type: `urn:geoinsights:problem:${code}` });
  expect(response.status).toBe(status);
  expect(problem.detail).not.toMatch(/[{}?]|node_modules|\/tmp/);
  return problem;
}
