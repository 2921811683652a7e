import path from 'node:path';
import { reportSchema } from '@geoinsights/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** After a change of the report, `npx vitest run --project unit apps/cli/test/report-schema -u` writes it anew; docs/report.md is yours to change. */
test('the documented schema is that of the report', async () => {
  const schema = { title: 'Report of geotools fix-geometry and check', ...z.toJSONSchema(reportSchema) };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(path.resolve(import.meta.dirname, '..', '..', '..', 'docs', 'report.schema.json'));
});
