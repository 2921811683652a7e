import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract/errors';
import { companionKind, extensionOfLines, formatOfExtension, splitName } from '@geoinsights/formats/file-names';
import type { ToolDefinition, ToolFile } from '@geoinsights/tools';
import { optionWords } from '@geoinsights/tools/option-words';
import { flagsOf, type Flag } from './command-line/flags.ts';
import type { OwnGiven, OwnValue } from './command-line/read-arguments.ts';
import { UsageError } from './exit-codes.ts';
import { collectInputs } from './inputs.ts';
import { namesFolder } from './output.ts';
import { threads } from './repair-request.ts';
import { STANDARD_STREAM } from './standard-streams.ts';

/** What a tool was asked to do. */
interface ToolRequest {
  /** The named files, those named by options among them, and their companions. */
  readonly inputs: readonly ToolFile[];
  /** In the tool's own form. */
  readonly options: unknown;
  readonly output: string;
  readonly report: string | undefined;
  readonly threads: number;
  readonly quiet: boolean;
}

/** @throws UsageError that names the argument and what it accepts; ProblemError if a file cannot be read. */
export async function collectToolRequest(definition: ToolDefinition, { values, operands }: OwnGiven): Promise<ToolRequest> {
  const { name, inputs: count, optionsSchema } = definition;
  const output = textOf(values['output']);
  if (output === undefined) throw new UsageError('Say where the result goes, with -o OUTPUT.');
  if (output === STANDARD_STREAM || operands.includes(STANDARD_STREAM)) throw new UsageError(`"geotools ${name}" works on files, not on standard input and output.`);
  const mains = operands.filter((place) => companionKind(splitName(path.basename(place)).extension) === null);
  if (operands.length === 0) throw new UsageError(`Name ${count.maximum === 1 ? 'a file' : 'at least one file'}.`);
  if (count.maximum !== null && mains.length > count.maximum) throw new UsageError(`"geotools ${name}" takes ${count.maximum === 1 ? 'one INPUT' : `at most ${count.maximum} INPUTs`}; there are ${mains.length}.`);
  const flags = flagsOf(optionsSchema);
  const inputs = [...(await collectInputs({ inputs: operands, streamFormat: null, quiet: values['quiet'] === true }))];
  const options: Record<string, unknown> = {};
  for (const flag of flags) {
    const value = values[flag.name];
    if (value === undefined) continue;
    options[flag.option] = flag.isInput ? await namesOfFiles(flag, value, inputs) : flag.valueOf(value);
  }
  if (!(await namesFolder(output))) takeFormat(flags, options, output);
  requireAll(name, flags, options);
  const checked = optionsSchema.safeParse(options, { error: optionWords });
  if (!checked.success) throw new UsageError(checked.error.issues.map(({ path: place, message }) => wordsOf(flags, place[0], message)).join('\n'));
  await definition.checkOptions?.(checked.data).catch(asUsage);
  const wantedThreads = textOf(values['threads']);
  return {
    inputs,
    options: checked.data,
    output,
    report: textOf(values['report']),
    threads: wantedThreads === undefined ? availableParallelism() : threads(wantedThreads),
    quiet: values['quiet'] === true,
  };
}

/** A filter that cannot be read is wrong usage, as it is not about the files. */
function asUsage(error: unknown): never {
  throw error instanceof ProblemError ? new UsageError(error.toProblem().detail) : error;
}

function textOf(value: OwnValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Adds files named by an option to the inputs. @returns their names, by which the tool knows them */
async function namesOfFiles(flag: Flag, value: OwnValue, inputs: ToolFile[]): Promise<unknown> {
  const places = [value].flat().map(String);
  for (const file of await collectInputs({ inputs: places, streamFormat: null, quiet: true })) {
    if (inputs.some((input) => input.name === file.name && input.path !== file.path)) throw new UsageError(`--${flag.name}: there are two files named ${file.name}, and the tool gets only the name. Rename one of them.`);
    if (!inputs.some((input) => input.path === file.path)) inputs.push(file);
  }
  const names = places.map((place) => path.basename(path.resolve(place)));
  return flag.multiple === true ? names : names.at(-1);
}

/** @throws UsageError if the flag contradicts the extension of OUTPUT, or no tool writes what it promises. */
function takeFormat(flags: readonly Flag[], options: Record<string, unknown>, output: string): void {
  const flag = flags.find(({ isOutputFormat }) => isOutputFormat);
  const { extension } = splitName(path.basename(output));
  const format = extension === '.shp' ? 'shapefile' : formatOfExtension(extension);
  if (flag === undefined || format === null || flag.words?.includes(format) !== true) return;
  const lines = extensionOfLines(output);
  if (lines !== undefined) throw new UsageError(`OUTPUT ends in ${lines}, which means a feature on each line. The result is one collection: name it .geojson.`);
  const chosen = options[flag.option];
  if (typeof chosen === 'string' && chosen !== format) throw new UsageError(`OUTPUT ends in ${extension}, and --${flag.name} says ${chosen}. Give one of them, or the same in both.`);
  options[flag.option] = format;
}

function requireAll(name: string, flags: readonly Flag[], options: Readonly<Record<string, unknown>>): void {
  const missing = flags.find(({ option, isRequired }) => isRequired && !Object.hasOwn(options, option));
  if (missing === undefined) return;
  const orEnding = missing.isOutputFormat ? ', or an OUTPUT with its extension' : '';
  throw new UsageError(`"geotools ${name}" needs --${missing.name} ${missing.value ?? ''}${orEnding}.`);
}

/** What is wrong with an option, or with all of them together. */
function wordsOf(flags: readonly Flag[], option: PropertyKey | undefined, message: string): string {
  const flag = flags.find((each) => each.option === option);
  return flag === undefined ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : `--${flag.name}: ${message}`;
}
