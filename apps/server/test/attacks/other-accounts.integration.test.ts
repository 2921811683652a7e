import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tried } from '../../../../testing/attacks.ts';
import { needs } from '../../../../testing/needs.ts';
import { lockDataFolder } from '../../src/files/folder-lock.ts';
import { ApiClient } from '../api-client.fixture.ts';
import { PATIENCE } from '../patience.fixture.ts';
import { kill, MAIN, serverProcesses } from '../server-process.fixture.ts';
import type { ServerProcess } from '../server-process.fixture.ts';

const SQUARE = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}';

const servers = serverProcesses();

/** What other accounts may do with a place, as an octal number; 0 is nothing. */
const forOthers = (place: string): number => statSync(place).mode & 0o077;

describe('other accounts of the machine', needs(process.platform !== 'win32', 'Windows has no modes of files'), () => {
  let server: ServerProcess;
  let folder: string;
  beforeAll(async () => {
    folder = path.join(servers.dataFolder, 'parent', 'data');
    // No restrictions at all, so that the umask protects nothing.
    const before = process.umask(0);
    try {
      server = await servers.start({ DATA_DIR: folder }, MAIN);
    } finally {
      process.umask(before);
    }
    const api = new ApiClient(new URL(server.api.base).origin, 'fix-geometry');
    const task = await api.start({}, await api.upload('farm.geojson', SQUARE));
    expect((await api.ended(task.uuid)).progress_status).toBe('COMPLETED');
  });
  afterAll(() => kill(server));

  test('may read or write none of the files: database, uploads, results, catalogue', async (context) => {
    // The server may just remove the work folder of the task, while places are listed and while they are looked at.
    const found = await vi.waitFor(() => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((place) => ({ place, forOthers: forOthers(path.join(folder, place)) })), PATIENCE);
    const places = found.map(({ place }) => place);
    expect(places.some((place) => place.startsWith(path.join('database', 'base')))).toBe(process.env['DATABASE_URL'] === undefined);
    expect(places.some((place) => place.startsWith(path.join('files', 'results')))).toBe(true);
    expect(found.filter((each) => each.forOthers !== 0)).toEqual([]);
    tried(context, places.length);
  });

  test('may not enter the data folder, be it made by the server or wide open before', (context) => {
    expect(forOthers(folder)).toBe(0);
    const before = path.join(servers.dataFolder, 'older');
    mkdirSync(before);
    chmodSync(before, 0o777);
    lockDataFolder(before)();
    expect(forOthers(before)).toBe(0);
    tried(context, 2);
  });
});
