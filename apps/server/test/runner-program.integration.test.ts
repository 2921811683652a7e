import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runnerProgram } from '../src/tasks/runner-program.ts';
import { defaultToolsModule } from '../src/tasks/tools.ts';

/** Two squares, one over a part of the other, and a duplicate point. */
const LAYER = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,0],[1,1],[0,1],[0,0]]]}},{"type":"Feature","properties":{"n":2},"geometry":{"type":"Polygon","coordinates":[[[0.9,0],[2,0],[2,1],[0.9,1],[0.9,0]]]}}]}';
const RUNNER = path.resolve(import.meta.dirname, '..', 'src', 'tasks', 'runner.ts');
const TEST_TOOLS = new URL('./tools.fixture.ts', import.meta.url).href;
const kindSchema = z.object({ kind: z.string() });

const place = mkdtempSync(path.join(tmpdir(), 'runner-program-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** All that a runner says of one task, and the file it leaves. */
async function answersOf(name: string, runner: string, tools: string, input: string): Promise<{ messages: unknown[]; output: string | null }> {
  const [workFolder, outputFolder] = ['work', 'output'].map((folder) => path.join(place, name, folder));
  for (const folder of [workFolder, outputFolder]) mkdirSync(folder, { recursive: true });
  const layer = path.join(place, name, 'two.geojson');
  writeFileSync(layer, input);
  const child = fork(runner, [tools, String(process.pid)], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const messages: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
    child.on('message', (message) => {
      const { kind } = kindSchema.parse(message);
      if (kind === 'listening') child.send({ tool: 'fix-geometry', inputs: [{ name: 'two.geojson', path: layer, size: statSync(layer).size }], options: {}, workFolder, outputFolder, threads: 1, bound: null });
      if (kind !== 'progress') messages.push(message);
      if (['done', 'failed', 'crashed'].includes(kind)) child.kill('SIGKILL');
    });
  });
  const done = messages.map((message) => z.object({ kind: z.literal('done'), output: z.object({ path: z.string() }) }).safeParse(message).data).find((data) => data !== undefined);
  const withoutPlace: unknown = JSON.parse(JSON.stringify(messages).replaceAll(path.join(place, name), ''));
  return { messages: z.array(z.unknown()).parse(withoutPlace), output: done === undefined ? null : readFileSync(done.output.path, 'utf8') };
}

test('a task of the product runs in few files, and one of other tools in the sources', () => {
  const { runner, tools } = runnerProgram(defaultToolsModule());
  expect(runner).toMatch(/apps\/server\/dist\/runner\.js$/);
  expect(tools).toMatch(/apps\/server\/dist\/tools\.js$/);
  expect(runnerProgram(TEST_TOOLS)).toEqual({ runner: RUNNER, tools: TEST_TOOLS });
});

test.each([
  ['repaired', LAYER],
  ['refused', '{"type":"FeatureCollection","features":['],
])('both give the same answers for a layer that is %s', async (name, input) => {
  const { runner, tools } = runnerProgram(defaultToolsModule());
  const built = await answersOf(`${name}-built`, runner, tools, input);
  expect(built).toEqual(await answersOf(`${name}-sources`, RUNNER, defaultToolsModule(), input));
  expect(built.messages.at(-1)).toMatchObject({ kind: name === 'repaired' ? 'done' : 'failed' });
});
