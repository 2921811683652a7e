import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { newDataFolder } from './data-folder.ts';

const dataFolder = await newDataFolder('dev');
const occupier = createServer((_request, answer) => answer.writeHead(503).end());
afterAll(() => {
  occupier.close();
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

test('npm run dev serves the site and the API, also where port 3000 is taken', async () => {
  // Taken by this test, or already by something else.
  await new Promise<void>((resolve) => occupier.once('error', () => resolve()).listen(3000, '127.0.0.1', resolve));
  const dev = spawn(process.execPath, [path.resolve(import.meta.dirname, '..', 'scripts', 'dev.mjs')], { env: { ...process.env, PORT: undefined, DATA_DIR: dataFolder } });
  const ended = new Promise((resolve) => dev.once('exit', resolve));
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk: Buffer) => (output += stripVTControlCharacters(chunk.toString())));
  try {
    await expect.poll(() => output, { timeout: 90_000 }).toMatch(/Local: +http:/);
    await expect.poll(() => output, { timeout: 90_000 }).toMatch(/GeoInsights is running at|Failed running/);
    const site = /Local: +(http:\S+?)\/?\s/.exec(output)?.[1] ?? '';
    expect(await (await fetch(`${site}/`)).text()).toContain('<div id="root">');
    expect((await fetch(`${site}/api/v1/layers/layer_groups`)).status, output).toBe(200);
  } finally {
    dev.kill('SIGINT');
    await ended;
  }
});
