import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tried } from '../../../../testing/attacks.ts';
import { needs } from '../../../../testing/needs.ts';
import { findBox, NO_BOX } from '../../src/tasks/runner-box.ts';
import type { RunnerBox } from '../../src/tasks/runner-box.ts';
import { prepareRunnerFolders } from '../../src/tasks/runner-folder.ts';
import { Runners } from '../../src/tasks/runners.ts';
import { reportSchema } from '@geoinsights/contract';
import { runToolProcess } from '../../src/tasks/tool-process.ts';

const MODULE = new URL('./break-out.fixture.ts', import.meta.url);
const MEMORY = 2 ** 30;
const gotSchema = z.record(z.string(), z.record(z.string(), z.string().nullable()));

const parent = mkdtempSync(path.join(tmpdir(), 'geoinsights-break-out-'));
const data = path.join(parent, 'data');
const secret = path.join(data, 'files', 'uploads', 'a', '0.kml');
const input = path.join(data, 'files', 'uploads', 'b', '0.json');
const database = path.join(data, 'private.db');
const code = path.resolve(import.meta.dirname, '..', '..', 'src', 'main.ts');
for (const place of [secret, input]) mkdirSync(path.dirname(place), { recursive: true });
writeFileSync(secret, 'of another visitor');
const opened = new DatabaseSync(database);
opened.exec("create table t(secret); insert into t values ('of the catalogue')");
opened.close();
const runnersFolder = prepareRunnerFolders(data);
const found = await findBox(data, runnersFolder);

const service = net.createServer((socket) => socket.destroy());
beforeAll(() => new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  service.close();
  rmSync(parent, { recursive: true, force: true });
});

/** What code running in a task's process gets of what it tries. */
async function breakOutOf(box: RunnerBox): Promise<z.output<typeof gotSchema>> {
  const address = service.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const places = JSON.stringify({ data, secret, database, code, port, runners: runnersFolder, beside: path.join(parent, 'beside') });
  writeFileSync(input, places);
  const runners = new Runners({ toolsModule: MODULE.href, dataFolder: data, runnersFolder, box, memoryBytes: MEMORY, remember: () => () => undefined, idle: 0, onLoss: () => undefined });
  const [workFolder, outputFolder] = [mkdtempSync(path.join(parent, 'work-')), mkdtempSync(path.join(parent, 'output-'))];
  // A concurrent task, whose folder must not be visible.
  mkdirSync(path.join(runnersFolder, 'of-another-task'), { recursive: true });
  const order = { tool: 'break-out', inputs: [{ name: 'a.json', path: input, size: places.length }], options: {}, workFolder, outputFolder, threads: 1, bound: null };
  const done = await runToolProcess(order, { runners, reportSchema, limits: { memoryBytes: MEMORY, seconds: 60 }, onProgress: () => undefined, signal: new AbortController().signal });
  return gotSchema.parse(JSON.parse(readFileSync(done.output.path, 'utf8')));
}

function gotThrough(got: Readonly<Record<string, string | null>> | undefined): string[] {
  return Object.entries(got ?? {}).flatMap(([name, value]) => (value === null || value === '' ? [] : [name]));
}

/** Node 24 has no permission for the network, and does not know the files that SQLite opens. */
const NOT_STOPPED_BY_NODE = ['opens a database of the data folder', 'writes a database into the data folder', 'connects to a service of this machine', 'sends a datagram'];

describe("code that runs in a task's process", () => {
  test("with Node's permissions alone gets at files by SQLite, and the network, and at nothing else", async (context) => {
    const got = (await breakOutOf(NO_BOX))['as it is'];
    expect(gotThrough(got)).toEqual(NOT_STOPPED_BY_NODE);
    tried(context, Object.keys(z.record(z.string(), z.unknown()).parse(got)).length - NOT_STOPPED_BY_NODE.length);
  });

  test('in its namespaces gets at nothing, with or without permissions', needs(found.lacking === null, 'this system gives no namespaces to the processes of tasks'), async (context) => {
    const got = await breakOutOf(found.box);
    expect(readFileSync(input, 'utf8')).toMatch(/}$/);
    expect(Object.keys(got)).toHaveLength(2);
    for (const [how, all] of Object.entries(got)) {
      expect(`${how}: ${gotThrough(all).join()}`).toBe(`${how}: `);
      tried(context, Object.keys(all).length);
    }
  });
});
