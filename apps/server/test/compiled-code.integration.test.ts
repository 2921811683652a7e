import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema } from '@geoinsights/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { findBox } from '../src/tasks/runner-box.ts';
import { prepareRunnerFolders } from '../src/tasks/runner-folder.ts';
import { Runners } from '../src/tasks/runners.ts';
import { runToolProcess } from '../src/tasks/tool-process.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'compiled-code-'));
const folder = path.join(parent, 'data');
mkdirSync(folder);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true, force: true });
});

/** Next to the data folder, and inside it; a task sees nothing else of the data folder. */
test.each(['cache', 'data/compiled'])('what a task has compiled is kept in %s for the next one, although its process is killed when it is done', async (place) => {
  const cache = path.join(parent, place);
  vi.stubEnv('NODE_COMPILE_CACHE', cache);
  const input = path.join(folder, 'lot.geojson');
  writeFileSync(input, '{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2]]]}');
  const [workFolder, outputFolder] = ['work', 'output'].map((name) => path.join(folder, name));
  for (const name of [workFolder, outputFolder]) mkdirSync(name, { recursive: true });
  const order = {
    tool: 'fix-geometry', inputs: [{ name: 'lot.geojson', path: input, size: statSync(input).size }],
    options: {}, workFolder, outputFolder, threads: 1, bound: null,
  };
  const limits = { memoryBytes: 2 ** 30, seconds: 60 };
  const runnersFolder = prepareRunnerFolders(folder);
  const { box } = await findBox(folder, runnersFolder);
  const runners = new Runners({ toolsModule: import.meta.resolve('@geoinsights/tools'), dataFolder: folder, runnersFolder, box, memoryBytes: limits.memoryBytes, niceness: 0, remember: () => () => undefined, idle: 0, onLoss: () => undefined });
  await runToolProcess(order, { runners, reportSchema, limits, onProgress: () => undefined, signal: new AbortController().signal });
  // A repair loads some twenty files (decision 0113).
  expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(15);
});
