import type { Command } from '../command-line/command.ts';
import { SHELLS, type Shell } from '../command-line/options.ts';
import type { Given } from '../command-line/read-arguments.ts';
import { allCommands } from '../command-line/tool-command.ts';
import { ExitCode, UsageError } from '../exit-codes.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/**
 * `geotools completion SHELL`: prints the script for the shell. It is generated from the tables of commands and options and contains
 * all completions, so that the shell need not start us at every key press.
 */
export async function completion({ operands }: Given): Promise<number> {
  const shell = SHELLS.find((each) => each === operands.at(0));
  if (shell === undefined || operands.length > 1) throw new UsageError('Name your shell: bash, zsh or fish.');
  console.log(SCRIPTS[shell](await allCommands()));
  return ExitCode.Done;
}
