import { ProblemError } from '@geoinsights/contract/errors';
import { listOf } from '@geoinsights/contract/units';
import type { ListedTool } from '@geoinsights/tools/list';
import { ADMIN, commandOf, familyOf, isAdminCommand, isLayersCommand, toolOf } from './command-line/commands.ts';
import { readArguments, readOwnArguments, type Given } from './command-line/read-arguments.ts';
import { CannotWriteError, ExitCode, exitCodeOf, ReaderGoneError, ServerRefusal, UsageError } from './exit-codes.ts';
import { watchingOutput } from './standard-streams.ts';
import { problemLines } from './summary.ts';

const HELP_WORDS = new Set(['help', '--help', '-h']);
const VERSION_WORDS = new Set(['version', '--version', '-V']);

/** Runs one command and prints its errors. @returns the exit code. */
export async function geotools(args: readonly string[]): Promise<number> {
  const { result: code, error } = await watchingOutput(() => command(args));
  return error === null || code === ExitCode.CannotWrite ? code : explain(error, null);
}

async function command(args: readonly string[]): Promise<number> {
  const first = args.at(0);
  const second = args.at(1);
  let words: string | null = null;
  try {
    if (first !== undefined && HELP_WORDS.has(first)) return await showHelp(args.slice(1));
    if (first !== undefined && VERSION_WORDS.has(first)) return await showVersion();
    if (first !== undefined && familyOf(first) !== undefined && second !== undefined && HELP_WORDS.has(second)) return await showHelp([first, ...args.slice(2)]);
    const tool = toolOf(first);
    if (tool !== undefined) {
      words = tool.name;
      return await runTool(tool, args.slice(1));
    }
    const described = commandOf(args);
    if (!('options' in described)) throw new UsageError(`${described.question}: ${listOf(Object.keys(described.commands), 'or')}.`, described.words);
    words = described.words;
    const given = readArguments(described, args.slice(words.split(' ').length));
    if (given.values.help === true) return await showHelp(words.split(' '));
    return await run(words, given);
  } catch (error) {
    return explain(error, words);
  }
}

/** Each command is loaded on demand: the layer commands load the catalogue and its database. */
async function run(words: string, given: Given): Promise<number> {
  const [first, second] = words.split(' ');
  switch (first) {
    case 'fix-geometry':
      return (await import('./fix.ts')).fix(given);
    case 'check':
      return (await import('./check.ts')).check(given);
    case 'completion':
      return (await import('./completion/completion.ts')).completion(given);
    case ADMIN.words:
      if (!isAdminCommand(second)) throw new Error(`The command ${words} is described, but nothing carries it out.`);
      return (await import('./admin/admin.ts')).admin(second, given);
    default:
      if (!isLayersCommand(second)) throw new Error(`The command ${words} is described, but nothing carries it out.`);
      return (await import('./layers/layers.ts')).layers(second, given);
  }
}

/** A tool's command is generated on demand: its definition loads the schemas. */
async function runTool(listed: ListedTool, args: readonly string[]): Promise<number> {
  const [definition, { toolCommand }] = await Promise.all([listed.load(), import('./command-line/tool-command.ts')]);
  const given = readOwnArguments(toolCommand(definition), args);
  if (given.values['help'] === true) return showHelp([listed.name]);
  return (await import('./tool.ts')).tool(definition, given);
}

async function showHelp(asked: readonly string[]): Promise<number> {
  // Help on help is the list of commands.
  const words = HELP_WORDS.has(asked.at(0) ?? '') ? [] : asked;
  const { commandHelp, familyHelp, generalHelp } = await import('./command-line/help.ts');
  const tool = toolOf(words.at(0));
  if (words.length === 0) console.log(generalHelp());
  else if (tool !== undefined) {
    const { toolCommand } = await import('./command-line/tool-command.ts');
    console.log(commandHelp(toolCommand(await tool.load())));
  } else {
    const command = commandOf(words);
    console.log('options' in command ? commandHelp(command) : familyHelp(command));
  }
  return ExitCode.Done;
}

async function showVersion(): Promise<number> {
  const { default: ownPackage } = await import('../package.json', { with: { type: 'json' } });
  console.log(`geotools ${ownPackage.version}`);
  return ExitCode.Done;
}

/** @param words the requested command, as far as it is known. */
function explain(error: unknown, words: string | null): number {
  if (error instanceof UsageError) {
    const command = error.command ?? words;
    console.error(`${error.message}\nSee geotools ${command === null ? '--help' : `help ${command}`}.`);
  } else if (error instanceof CannotWriteError || error instanceof ServerRefusal) console.error(error.message);
  else if (error instanceof ProblemError) console.error(problemLines(error.toProblem()).join('\n'));
  else if (process.env['GEOTOOLS_DEBUG']) console.error(error);
  else if (!(error instanceof ReaderGoneError)) console.error('Something went wrong on our side. No file was left half written. Set GEOTOOLS_DEBUG=1 to see the details, and please tell us.');
  return exitCodeOf(error);
}
