import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallFailed } from './call-failed.ts';
import { createToolsClient } from './client.ts';

const client = createToolsClient();

/** Answers every call with this and records the requests. */
function answerWith(body: string, init: ResponseInit = {}) {
  const calls: { url: string; init: RequestInit | undefined }[] = [];
  vi.stubGlobal('fetch', (url: string, given?: RequestInit) => {
    calls.push({ url, init: given });
    return Promise.resolve(new Response(init.status === 204 ? null : body, init));
  });
  return calls;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the client's calls", () => {
  it('sends each file under its own name and reads the uuid', async () => {
    const calls = answerWith('{"uuid":"u1"}', { status: 201 });
    const answer = await client.uploadFiles([new File(['a'], 'a.shp'), new File(['b'], 'ção.dbf')]);
    expect(answer.uuid).toBe('u1');
    expect(calls[0]?.url).toBe('/api/v1/tools/files');
    const form = calls[0]?.init?.body;
    expect(form).toBeInstanceOf(FormData);
    if (form instanceof FormData) expect([...form.keys()]).toEqual(['a.shp', 'ção.dbf']);
  });

  it('creates a task with only input_file if no option was set', async () => {
    const calls = answerWith('{"uuid":"t1","progress_status":"READY"}');
    expect(await client.createTask('fix-geometry', 'u1')).toMatchObject({ uuid: 't1', progress_status: 'READY' });
    expect(calls[0]?.init?.body).toBe('{"input_file":"u1"}');
    expect(new Headers(calls[0]?.init?.headers).get('content-type')).toBe('application/json');
  });

  it('sends the key of a task that a repeated call is to find again', async () => {
    const calls = answerWith('{"uuid":"t1"}');
    await client.createTask('fix-geometry', 'u1', undefined, { key: 'k1' });
    expect(new Headers(calls[0]?.init?.headers).get('idempotency-key')).toBe('k1');
    await client.createTask('fix-geometry', 'u1');
    expect(new Headers(calls[1]?.init?.headers).has('idempotency-key')).toBe(false);
  });

  it('sends options that were set', async () => {
    const calls = answerWith('{"uuid":"t1"}');
    expect((await client.createTask('fix-geometry', 'u1', { gaps: 'keep' })).progress_status).toBe('READY');
    expect(calls[0]?.init?.body).toBe('{"input_file":"u1","options":{"gaps":"keep"}}');
  });

  it('sends the options of any tool as they are', async () => {
    const calls = answerWith('{"uuid":"t1"}');
    await client.createTask('convert', 'u1', { to: 'kml', layers: ['a'] });
    expect(calls[0]).toMatchObject({ url: '/api/v1/tools/convert', init: { body: '{"input_file":"u1","options":{"to":"kml","layers":["a"]}}' } });
  });

  it('lists the tools, whatever else the answer contains', async () => {
    const calls = answerWith('[{"name":"compress","title":"Compress files","inputs":{"minimum":1,"maximum":null},"options_schema":{"type":"object"},"more":1},{"title":"nameless"},7]');
    expect(await client.listTools()).toEqual([{ name: 'compress', title: 'Compress files', inputs: { minimum: 1, maximum: null }, options_schema: { type: 'object' } }]);
    expect(calls[0]?.url).toBe('/api/v1/tools');
    answerWith('{"tools":[]}');
    await expect(client.listTools()).rejects.toThrow('could not be understood');
  });

  it('escapes ids, which are opaque', async () => {
    const calls = answerWith('{"progress_status":"RUNNING"}');
    await client.readTask('fix-geometry', 'a/b?c');
    expect(calls[0]?.url).toBe('/api/v1/tools/fix-geometry/a%2Fb%3Fc');
  });

  it.each([
    ['', { status: 204 }, 'CANCELLED'],
    ['{}', {}, 'CANCELLED'],
    ['{"progress_status":"COMPLETED","output_file":"f1"}', {}, 'COMPLETED'],
  ])('accepts "%s" as the answer to a cancellation', async (body, init, status) => {
    answerWith(body, init);
    expect((await client.cancelTask('fix-geometry', 't1')).progress_status).toBe(status);
  });

  it('downloads the file under the name in the header', async () => {
    answerWith('bytes', { headers: { 'content-disposition': 'attachment; filename="a.kml"' } });
    const { blob, name } = await client.fetchFile('f1');
    expect([await blob.text(), name]).toEqual(['bytes', 'a.kml']);
  });
});

describe('a download', () => {
  const inPieces = (...pieces: string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });

  it.each([
    ['of a told length tells how far it is', { 'content-length': '8' }, [0.25, 0.75, 1]],
    ['of no told length tells nothing', {}, []],
    ['that is sent compressed tells nothing', { 'content-length': '8', 'content-encoding': 'gzip' }, []],
    ['that is sent compressed with its own length tells how far it is', { 'content-length': '5', 'content-encoding': 'gzip', 'x-uncompressed-length': '8' }, [0.25, 0.75, 1]],
  ])('%s', async (_, headers, expected) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(inPieces('re', 'pair', 'ed'), { headers: { ...headers, 'content-type': 'text/plain' } })));
    const shares: number[] = [];
    const { blob } = await client.fetchFile('f1', (share) => shares.push(share));
    expect([await blob.text(), blob.type, shares]).toEqual(['repaired', 'text/plain', expected]);
  });

  describe('of a line that breaks', () => {
    const FIRST = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"', 'content-length': '8' };
    const breaking = (...pieces: string[]) => {
      let next = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (next < pieces.length) controller.enqueue(new TextEncoder().encode(pieces[next++]));
          else controller.error(new TypeError('network error'));
        },
      });
    };

    /** Answers one call after the other, and tries again until one brings the file. */
    async function download(...answers: (() => Response)[]) {
      const asked: (string | null)[] = [];
      vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
        asked.push(new Headers(init.headers).get('range'));
        return Promise.resolve(answers[asked.length - 1]());
      });
      const shares: number[] = [];
      const failures: string[] = [];
      const file = await client.fetchFile('f1', (share) => shares.push(share), async (attempt, hasBegun) => {
        for (;;) {
          try {
            return await attempt();
          } catch (error) {
            failures.push(`${String(hasBegun())}: ${error instanceof CallFailed ? error.message : 'unknown'}`);
            if (failures.length > answers.length) throw error;
          }
        }
      });
      return { text: await file.blob.text(), type: file.blob.type, name: file.name, asked, shares, failures };
    }

    const whole = () => new Response(inPieces('repaired'), { headers: FIRST });
    const begun = () => new Response(breaking('re', 'pai'), { headers: FIRST });
    const rest = (range: string) => () => new Response(inPieces('red'), { status: 206, headers: { 'content-range': range, 'content-length': '3' } });
    const LOST = 'The server could not be reached. Check your connection and try again.';

    it('keeps what has come, and asks for the rest', async () => {
      expect(await download(begun, () => new Response('', { status: 503 }), rest('bytes 5-7/8'))).toEqual({
        text: 'repaired', type: 'text/plain', name: 'a.txt', asked: [null, 'bytes=5-', 'bytes=5-'], shares: [0.25, 0.625, 1],
        failures: [`true: ${LOST}`, 'true: The server refused the request (status 503). Try again later.'],
      });
    });

    it('takes the whole file if that is the answer', async () => {
      expect(await download(begun, whole)).toMatchObject({ text: 'repaired', asked: [null, 'bytes=5-'], shares: [0.25, 0.625, 1] });
    });

    it('takes no other part of the file', async () => {
      expect(await download(begun, rest('bytes 4-7/8'), rest('bytes 5-7/8'))).toMatchObject({ text: 'repaired', failures: [`true: ${LOST}`, 'true: The answer from the server could not be understood. Try again later.'] });
    });

    it('asks for nothing more if all of it has come', async () => {
      const ended = () => new Response(breaking('repaired'), { headers: { ...FIRST, 'content-encoding': 'gzip', 'content-length': '99', 'x-uncompressed-length': '8' } });
      expect(await download(ended)).toMatchObject({ text: 'repaired', asked: [null], failures: [`true: ${LOST}`] });
    });

    it('begins anew if nothing has come yet, and knows whether the server has begun to send', async () => {
      const away = () => new Response('', { status: 503 });
      const refused = 'The server refused the request (status 503). Try again later.';
      expect(await download(away, () => new Response(breaking(), { headers: FIRST }), whole)).toMatchObject({ text: 'repaired', asked: [null, null, null], failures: [`false: ${refused}`, `true: ${LOST}`] });
    });

    it('has not begun if something on the way answered with a page', async () => {
      const page = () => new Response('<!DOCTYPE html>', { headers: { 'content-type': 'text/plain' } });
      expect(await download(page, whole)).toMatchObject({ text: 'repaired', asked: [null, null], failures: [expect.stringMatching(/^false: Something on the way/)] });
    });
  });
});

describe('a task', () => {
  it('needs only the fields of the specification', async () => {
    answerWith('{"progress_status":"COMPLETED","output_file":"f1"}');
    expect(await client.readTask('fix-geometry', 't1')).toMatchObject({ progress_status: 'COMPLETED', output_file: 'f1' });
  });

  it('treats fields of an unexpected form as absent', async () => {
    answerWith('{"progress_status":"RUNNING","progress":"half","stage":7,"report":[],"error":"no","expires_at":"soon","report_file":{}}');
    expect(await client.readTask('fix-geometry', 't1')).toEqual({ progress_status: 'RUNNING' });
  });

  it('keeps the readable parts of a report', async () => {
    answerWith('{"progress_status":"COMPLETED","report":{"found":{"gap":2,"overlap":"x","spike":0},"datasets":[{"name":"a","layers":[{"name":"l"},7]},{}]}}');
    const { report } = await client.readTask('fix-geometry', 't1');
    expect([...(report?.found ?? [])]).toEqual([['gap', 2]]);
    expect(report?.datasets.map((dataset) => [dataset.name, dataset.layers.length])).toEqual([['a', 1]]);
  });

  it('keeps the reports of other tools than the repair, and of the steps after a repair', async () => {
    const converted = { tool: 'convert', outputs: [{ format: 'kml', files: ['a.kml', 7], layers: [{ name: 'a', features: 3 }, {}] }], losses: [{ code: 'text-cut', layer: 'a', field: 'name', count: 2, text: 'Cut.' }, { code: 'z-left-out', layer: 'a', field: null, count: null, text: 'Flat.' }, {}] };
    answerWith(JSON.stringify({ progress_status: 'COMPLETED', report: { tool: 'fix-geometry', then: [converted, 7] } }));
    const { report } = await client.readTask('fix-geometry', 't1');
    expect(report).toMatchObject({ tool: 'fix-geometry', outputs: [], losses: [] });
    expect(report?.then).toMatchObject([
      {
        tool: 'convert',
        outputs: [{ format: 'kml', files: ['a.kml'], layers: [{ name: 'a', features: 3 }] }],
        losses: [{ code: 'text-cut', field: 'name', count: 2, text: 'Cut.' }, { code: 'z-left-out', text: 'Flat.' }],
        datasets: [],
      },
    ]);
  });

  it('has an unknown status if none is given', async () => {
    answerWith('{}');
    expect((await client.readTask('fix-geometry', 't1')).progress_status).toBe('');
  });
});

describe('a call that fails', () => {
  it("shows the server's message", async () => {
    answerWith('{"title":"Upload too large","detail":"An upload may contain at most 1 GiB.","status":413}', { status: 413 });
    await expect(client.uploadFiles([])).rejects.toEqual(new CallFailed('An upload may contain at most 1 GiB.', 413));
  });

  it('shows its own message if the server sent none', async () => {
    answerWith('<html>', { status: 502 });
    await expect(client.readTask('fix-geometry', 't1')).rejects.toThrow('status 502');
  });

  it('reports an answer that is not JSON or has no uuid', async () => {
    answerWith('nonsense');
    await expect(client.readTask('fix-geometry', 't1')).rejects.toThrow('could not be understood');
    await expect(client.createTask('fix-geometry', 'u1')).rejects.toThrow('could not be understood');
  });

  const PAGE = '<!DOCTYPE html><html><title>Hotel Wi-Fi</title>';
  it.each([
    ['which says that it is a page', 'Sign in', { 'content-type': 'text/html; charset=utf-8' }],
    ['XHTML', '<?xml version="1.0"?>', { 'content-type': 'application/xhtml+xml' }],
    ['which only looks like a page', `\ufeff\n <!-- portal -->${PAGE}`, { 'content-type': 'application/octet-stream' }],
  ])('tells a page that something on the way answered with status 200, and saves or believes none: %s', async (_, body, headers) => {
    answerWith(body, { headers });
    for (const made of [client.fetchFile('f1'), client.fetchDataset('f1', 1)]) {
      await expect(made).rejects.toEqual(new CallFailed('Something on the way to the server answered with a web page of its own, such as the sign-in page of a hotel or a company network. Sign in there or use another network, then try again.', null));
    }
  });

  it('takes no page for a task, an upload or a deletion', async () => {
    answerWith(PAGE, { headers: { 'content-type': 'text/html' } });
    for (const made of [client.readTask('fix-geometry', 't1'), client.createTask('fix-geometry', 'u1'), client.uploadFiles([]), client.deleteFile('f1')]) await expect(made).rejects.toThrow('a web page of its own');
  });

  it('saves a page that our server names, and any other file without a name', async () => {
    answerWith(PAGE, { headers: { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="report.html"' } });
    expect((await client.fetchFile('f1')).name).toBe('report.html');
    answerWith('<?xml version="1.0"?><kml/>');
    expect(await client.fetchFile('f1')).toMatchObject({ name: 'downloaded-file', blob: { size: 27 } });
  });

  it('reports a network failure, and leaves an abort an abort', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(client.fetchFile('f1')).rejects.toThrow('could not be reached');
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('stopped', 'AbortError')));
    await expect(client.fetchFile('f1')).rejects.toThrow('stopped');
  });
});
