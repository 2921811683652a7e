// The server of the tests in few files. Tests start some eighty servers and three hundred processes of tasks, and most of the processor time of a start goes
// into looking up and loading a thousand modules. See docs/decisions/0112-servers-of-the-tests-in-few-files.md.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { putTogether } from './build-program.mjs';

/** The programs and the threads that they start, by the names of their files (testing/server-programs.ts). */
const INPUT = {
  'main': 'apps/server/src/main.ts',
  'start': 'apps/server/test/start.fixture.ts',
  'geotools': 'apps/cli/test/operator.fixture.ts',
  'runner': 'apps/server/src/tasks/runner.ts',
  'test-tools': 'apps/server/test/tools.fixture.ts',
  'tools': 'packages/tools/src/index.ts',
  'starter-thread': 'apps/server/src/tasks/starter-thread.ts',
  'orphan-watch': 'apps/server/src/tasks/orphan-watch.ts',
  'pglite-thread': 'apps/server/src/db/pglite-thread.ts',
  'render-worker': 'apps/server/src/wms/render-worker.ts',
  'report-worker': 'apps/server/src/tasks/report-worker.ts',
};
/** Libraries with native code, or with files that they look for beside their own. */
const STAY = /^(pg|pg-.*|pino|pino-.*|thread-stream|@electric-sql\/.*|@napi-rs\/.*|@opentelemetry\/.*|@fastify\/swagger.*)$/;

/** @returns whether there is a bundler, and so the server */
export async function buildTestServer(folder) {
  const isExternal = (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@geoinsights/') && STAY.test(id);
  const output = await putTogether(folder, INPUT, isExternal);
  // Otherwise Node reads each file to see what it is.
  if (output !== null) writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  return output !== null;
}
