import { expect, test } from 'vitest';
import { refuseLargeReport } from './report-size.ts';

test('a report larger than a task may carry is refused with the limit, and one of that size is not', () => {
  const report = { tool: 'convert', failures: [], notes: [{ code: 'file-left-out', text: 'é' }] } as const;
  const bytes = Buffer.byteLength(JSON.stringify(report));
  const own = () => ({ ...report, failures: [], notes: [...report.notes] });
  expect(() => refuseLargeReport(own(), bytes)).not.toThrow();
  expect(() => refuseLargeReport(own(), bytes - 1)).toThrow(expect.objectContaining({ code: 'task-report-too-large', message: expect.stringContaining(`at most ${String(bytes - 1)} bytes`) as unknown }));
});
