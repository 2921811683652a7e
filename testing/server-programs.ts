import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `npm test` puts the server of the tests into few files and names their folder in `TEST_SERVER` (scripts/build-test-server.mjs), since most of the processor
 * time of a start goes into loading a thousand modules. Without that, tests run the sources.
 */
function program(built: string, source: string): string {
  const folder = process.env['TEST_SERVER'];
  return folder === undefined ? path.resolve(import.meta.dirname, '..', source) : path.join(folder, built);
}

/** The server as people start it. */
export function mainProgram(): string {
  return program('main.js', 'apps/server/src/main.ts');
}

/** The server with the tools of the tests. */
export function startProgram(): string {
  return program('start.js', 'apps/server/test/start.fixture.ts');
}

/** The command line, for an operator's commands. */
export function operatorProgram(): string {
  return program('geotools.js', 'apps/cli/bin/geotools.js');
}

/** Address of the tools of the tests. */
export function testTools(): string {
  return pathToFileURL(program('test-tools.js', 'apps/server/test/tools.fixture.ts')).href;
}
