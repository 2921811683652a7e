import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataFolder } from '../../../testing/data-folder.ts';
import { nodeEnvironment } from '../../../testing/node-environment.ts';

/** The product as `npm start` runs it, on a machine without the optional packages. */
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const PRELOADED = new URL('./without-native-canvas.fixture.mjs', import.meta.url).href;

let dataFolder: string;
let child: ChildProcess;
let ended: Promise<unknown>;
let output = '';
let address = '';

beforeAll(async () => {
  dataFolder = await newDataFolder('without-jpeg');
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', PRELOADED, MAIN], {
    env: { ...nodeEnvironment(), PORT: '0', DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  ended = new Promise((resolve) => child.once('close', resolve));
  address = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /http:\/\/[\d.:]+/.exec(output)?.[0];
        if (found !== undefined) resolve(found);
      });
    }
    child.once('close', () => reject(new Error(`The server ended: ${output}`)));
  });
});
afterAll(async () => {
  child.kill('SIGTERM');
  await ended;
  await rm(dataFolder, { recursive: true, force: true });
});

function ask(query: Readonly<Record<string, string>>): Promise<Response> {
  const map = { SERVICE: 'WMS', VERSION: '1.3.0', REQUEST: 'GetMap', LAYERS: 'terras-emersas', STYLES: '', CRS: 'EPSG:3857', BBOX: '-9000000,-4500000,-3000000,1500000', WIDTH: '200', HEIGHT: '200', FORMAT: 'image/png', TRANSPARENT: 'TRUE' };
  return fetch(`${address}/api/v1/wms?${new URLSearchParams({ ...map, ...query }).toString()}`);
}

describe('without the package that makes JPEG', () => {
  test.for([
    ['one layer', { LAYERS: 'terras-emersas' }],
    ['several layers', { LAYERS: 'terras-emersas,paises' }],
    ['few colours', { FORMAT: 'image/png; mode=8bit' }],
  ] as const)('PNG maps show the land: %s', async ([, query]) => {
    const response = await ask(query);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const image = await loadImage(Buffer.from(await response.arrayBuffer()));
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    // Brasília, and the Atlantic.
    expect(context.getImageData(122, 109, 1, 1).data[3]).toBeGreaterThan(80);
    expect(context.getImageData(199, 199, 1, 1).data[3]).toBe(0);
  });

  test('JPEG is refused with a reason, also for a legend', async () => {
    for (const query of [{ FORMAT: 'image/jpeg' }, { REQUEST: 'GetLegendGraphic', LAYER: 'terras-emersas', FORMAT: 'image/jpeg', WIDTH: '20', HEIGHT: '20' }]) {
      const response = await ask(query);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
      const text = await response.text();
      expect(text).toContain('code="InvalidFormat"');
      expect(text).toContain('This server was installed without support for image/jpeg. FORMAT can be image/png, image/png; mode=8bit.');
    }
  });

  test.for(['1.1.1', '1.3.0'])('the capabilities of %s do not offer JPEG', async (version) => {
    const text = await (await ask({ REQUEST: 'GetCapabilities', VERSION: version })).text();
    expect(text).toContain('<Format>image/png; mode=8bit</Format>');
    expect(text).not.toContain('jpeg');
  });

  test('the start says so in one sentence', () => {
    expect(output).toMatch(/^Maps are offered as PNG only: .*@napi-rs\/canvas.*\nGeoInsights is running at http:\/\/127\.0\.0\.1:\d+\n$/);
  });
});
