import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { areOfTheirSources } from '@geoinsights/tools/built-files';
import { defaultToolsModule } from './tools.ts';

const SOURCE = fileURLToPath(new URL('./runner.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The code that the process of a task runs. */
export interface RunnerProgram {
  /** Path of its first module. */
  readonly runner: string;
  /** Address of the tools' module, which shares code with the first one. */
  readonly tools: string;
}

/** Determined once: whoever changes a source while the server runs must restart the server. */
const isBuilt = areOfTheirSources(BUILT, ROOT);

/**
 * The product's tools bundled into few files, if that was built from the sources as they are; otherwise, and for the tools of tests, the sources.
 * Tools that were bundled together with the runner, as the tests' may be, run with that one.
 * @param toolsModule address of the tools' sources
 */
export function runnerProgram(toolsModule: string): RunnerProgram {
  if (isBuilt && toolsModule === defaultToolsModule()) return { runner: path.join(BUILT, 'runner.js'), tools: pathToFileURL(path.join(BUILT, 'tools.js')).href };
  const beside = fileURLToPath(new URL('runner.js', toolsModule));
  return { runner: existsSync(beside) ? beside : SOURCE, tools: toolsModule };
}
