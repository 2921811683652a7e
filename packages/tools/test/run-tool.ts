import { mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import { splitName } from '@geoinsights/formats/file-names';
import type { ToolContext, ToolDefinition, ToolFile, ToolResult } from '../src/tool.ts';

/** A file and its companions of the same name, as a person passes them to a tool. */
export function filesOf(...mains: readonly string[]): ToolFile[] {
  return mains.flatMap((main) => {
    const folder = path.dirname(main);
    const { base } = splitName(path.basename(main));
    const names = main.endsWith('.shp') ? readdirSync(folder).filter((name) => splitName(name).base === base) : [path.basename(main)];
    return names.map((name) => ({ name, path: path.join(folder, name), size: statSync(path.join(folder, name)).size, folder }));
  });
}

/** Where a tool was run. */
export interface Ran {
  readonly result: ToolResult;
  /** Where its output is. */
  readonly folder: string;
}

/**
 * Runs a tool as the command line does, in new folders.
 * @param options as a person gives them; the defaults are filled in
 */
export async function runTool(tool: ToolDefinition, base: string, inputs: readonly ToolFile[], options: unknown, hooks: Partial<Pick<ToolContext<unknown>, 'onMainFiles' | 'onProgress'>> = {}): Promise<Ran> {
  const place = mkdtempSync(path.join(base, 'run-'));
  const folder = path.join(place, 'output');
  const workFolder = path.join(place, 'work');
  mkdirSync(folder);
  mkdirSync(workFolder);
  const result = await tool.run({ inputs, options: tool.optionsSchema.parse(options), workFolder, outputFolder: folder, threads: 1, unpacked: true, onProgress: () => undefined, ...hooks });
  return { result, folder };
}

/** A tool's error for its owner. */
export async function problemOf(work: Promise<unknown>): Promise<{ readonly code: string; readonly message: string }> {
  const error: unknown = await work.then(
    () => null,
    (problem: unknown) => problem,
  );
  if (!(error instanceof ProblemError)) throw new Error(error === null ? 'it succeeded' : 'not an error for people', { cause: error });
  return { code: error.code, message: error.message };
}
