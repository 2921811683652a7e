import path from 'node:path';
import { reportSchema } from '@geoinsights/contract';
import { REPORT_VERSION } from '@geoinsights/contract/repair-options';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** After a change of the report, `npx vitest run --project unit apps/cli/test/report-schema -u` regenerates it; docs/report.md must be edited by hand. */
test('the documented schema is that of the report', async () => {
  const description = `Version ${String(REPORT_VERSION)} of the report: its report_version. New members may be added; one that changes its meaning raises the version.`;
  const schema = { title: 'Report of geotools fix-geometry and check', description, ...z.toJSONSchema(reportSchema) };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(path.resolve(import.meta.dirname, '..', '..', '..', 'docs', 'report.schema.json'));
});
