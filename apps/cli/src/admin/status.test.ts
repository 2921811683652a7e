import { expect, test } from 'vitest';
import { statusText } from './status.ts';

const READY = { ok: true } as const;
const TASKS = [{ tool: 'fix-geometry', state: 'READY', count: 1 }, { tool: 'convert', state: 'READY', count: 0 }] as const;
const statusOf = (oldestWaitSeconds: number) => ({
  version: '1',
  database: 'embedded' as const,
  parts: { database: READY, storage: READY, queue: READY, disk: READY },
  stock: { tasks: [...TASKS], oldestWaitSeconds, uploadBytes: 0, resultBytes: 0, databaseBytes: 0 },
  disk: { free_bytes: 0, floor_bytes: 0 },
});

test('how long the oldest task has waited is said once, and of no tool: it may be of any', () => {
  const lines = statusText(statusOf(90)).split('\n');
  expect(lines.filter((line) => line.includes('90 s'))).toEqual(['waiting   the oldest task for 90 s']);
  expect(statusText(statusOf(0))).not.toContain('waiting');
});
