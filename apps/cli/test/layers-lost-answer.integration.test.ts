import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSnapshot } from '@geoinsights/server/operator';
import { expect, onTestFinished, test } from 'vitest';
import { geotoolsLayersHere } from './geotools-here.ts';
import { squaresFile } from './server.fixture.ts';

const PROBLEM = { type: 'about:blank', title: 'A title', detail: 'A sentence.', code: 'layer-code-taken' };

test.for([
  ['is killed while it is told of new data: they stay, as it may have entered them', null, 1],
  ['has lost its database: they stay too', 503, 1],
  ['refuses them: they are deleted', 409, 0],
] as const)('a server that %s', async ([, status, left]) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'geotools-lost-answer-'));
  const dataFolder = path.join(folder, 'data');
  const layersFolder = path.join(dataFolder, 'layers');
  mkdirSync(layersFolder, { recursive: true });
  // Takes its place, and holds the lock of its folder.
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    else if (status === null) request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ ...PROBLEM, status }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { close } = await openSnapshot(dataFolder, 'postgres://elsewhere').then((snapshot) => ({ close: () => snapshot.close() }));
  onTestFinished(async () => {
    server.close();
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(path.join(dataFolder, 'operator.json'), JSON.stringify({ address: `http://127.0.0.1:${String(address.port)}`, token: 'a token' }));
  const run = await geotoolsLayersHere(dataFolder, 'publish', squaresFile(folder, 'squares.geojson', 2), '--group', 'A group');
  expect(run.status).not.toBe(0);
  expect(readdirSync(layersFolder)).toHaveLength(left);
});
