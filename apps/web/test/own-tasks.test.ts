import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OWN_TASKS_KEY } from '../src/geotools/device/own-tasks-key.ts';
import { ownTasks } from '../src/geotools/device/own-tasks.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text), removeItem: (key: string) => stored.delete(key) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const NEWS = { endpoint: 'fix-geometry', then: [], names: ['a.kml'], expires: null, upload: null };

it('tasks with times that are no dates are not listed, because the page could not show them', () => {
  ownTasks.add({ ...NEWS, task: 'good' });
  const good = (stored.get(OWN_TASKS_KEY) ?? '[]').slice(1);
  const absurd = [{ begun: 1e300 }, { begun: -1e300, expires: Date.now() + 1e6 }, { expires: 1e16 }].map((times, index) => ({ ...NEWS, files: 1, begun: Date.now(), state: 'READY', task: `absurd-${String(index)}`, ...times }));
  stored.set(OWN_TASKS_KEY, `${JSON.stringify(absurd).slice(0, -1)},${good}`);
  ownTasks.note('good', { state: 'RUNNING' });
  const kept: unknown = JSON.parse(stored.get(OWN_TASKS_KEY) ?? '[]');
  expect(kept).toMatchObject([{ task: 'good', state: 'RUNNING' }]);
});
