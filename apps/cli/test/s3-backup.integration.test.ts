import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ApiClient } from '../../server/test/api-client.fixture.ts';
import { newDatabase } from '../../server/test/new-database.fixture.ts';
import { newBucket } from '../../server/test/s3-bucket.fixture.ts';
import { geotoolsHere } from './geotools-here.ts';
import { done, endServers, startServer } from './server.fixture.ts';

const SQUARE = JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] } }] });

const folder = mkdtempSync(path.join(tmpdir(), 'geotools-s3-backup-'));
const [from, to] = [await newBucket(), await newBucket()];
Object.assign(process.env, await newDatabase());
afterAll(() => {
  endServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('the content of a bucket is in the backup of a running server, and is restored completely to an empty one, on the same database', async () => {
  Object.assign(process.env, from.environment);
  const dataFolder = path.join(folder, 'data');
  const server = await startServer(dataFolder);
  const api = new ApiClient(server.address, 'fix-geometry');
  const task = await api.ended((await api.start({}, await api.upload('square.geojson', SQUARE))).uuid);
  const place = `/tools/files/${String(task.output_file)}`;
  const result = await (await api.fetch(place)).text();
  const file = path.join(folder, 'backup.tar');
  done(await geotoolsHere('admin', 'backup', file, '--data-dir', dataFolder));
  await server.stop();

  const restored = path.join(folder, 'restored');
  const restore = (archive: string) => geotoolsHere('admin', 'restore', archive, '--data-dir', restored);
  expect((await restore(file)).stderr).toContain('The bucket is not empty');
  // If one byte differs, nothing is put into the bucket.
  Object.assign(process.env, to.environment);
  const damaged = path.join(folder, 'damaged.tar');
  const bytes = readFileSync(file);
  const at = bytes.indexOf(SQUARE);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(damaged, bytes);
  expect(await restore(damaged)).toMatchObject({ status: 3 });
  expect([await to.keys(), existsSync(restored)]).toEqual([[], false]);

  expect(done(await restore(file)).stdout).toContain('all unchanged');
  expect(existsSync(path.join(restored, 'bucket'))).toBe(false);
  expect(await to.keys()).toEqual(await from.keys());
  const again = await startServer(restored);
  expect(await (await new ApiClient(again.address, 'fix-geometry').fetch(place)).text()).toBe(result);
  await again.stop();
});
