import { listOf } from '@geoinsights/contract/units';
import { didYouMean } from '@geoinsights/tools/nearest-name';
import { TOOL_LIST, type ListedTool } from '@geoinsights/tools/list';
import { UsageError } from '../exit-codes.ts';
import { ADMIN_COMMANDS, type AdminCommand } from './admin-commands.ts';
import type { Command } from './command.ts';
import { LAYERS_COMMANDS, type LayersCommand } from './layers-commands.ts';
import { CHECK, COMPLETION, FIX_GEOMETRY } from './repair-commands.ts';

/** Tools whose commands are generated from their definitions, which are loaded on demand. */
export const TOOLS: readonly ListedTool[] = TOOL_LIST.filter(({ command }) => command === 'made');

/** Every hand-written command, in the order of the help. */
export const COMMANDS: readonly Command[] = [FIX_GEOMETRY, CHECK, ...Object.values(LAYERS_COMMANDS), ...Object.values(ADMIN_COMMANDS), COMPLETION];

/** Commands with a second word, by their first. */
export interface Family {
  readonly words: string;
  /** What they are about. */
  readonly summary: string;
  /** Asks for the second word. */
  readonly question: string;
  readonly commands: Readonly<Record<string, Command>>;
}

export const LAYERS = { words: 'layers', summary: "the layers of a server's map", question: 'Say what to do with the layers', commands: LAYERS_COMMANDS } as const satisfies Family;
export const ADMIN = { words: 'admin', summary: 'a server, its tasks and its data', question: 'Say what to do with the server', commands: ADMIN_COMMANDS } as const satisfies Family;
export const FAMILIES: readonly Family[] = [LAYERS, ADMIN];
const FIRST_WORDS: readonly string[] = [...TOOLS.map(({ name }) => name), FIX_GEOMETRY.words, CHECK.words, LAYERS.words, ADMIN.words, COMPLETION.words];

export function isLayersCommand(word: string | undefined): word is LayersCommand {
  return word !== undefined && Object.hasOwn(LAYERS_COMMANDS, word);
}

export function isAdminCommand(word: string | undefined): word is AdminCommand {
  return word !== undefined && Object.hasOwn(ADMIN_COMMANDS, word);
}

export function toolOf(word: string | undefined): ListedTool | undefined {
  return TOOLS.find(({ name }) => name === word);
}

export function familyOf(word: string | undefined): Family | undefined {
  return FAMILIES.find(({ words }) => words === word);
}

/** @returns the hand-written command for these first arguments, or the family if they name only that; @throws UsageError if there is none of that name */
export function commandOf(words: readonly string[]): Command | Family {
  const first = words.at(0);
  const second = words.at(1);
  if (first === undefined) throw new UsageError(`Say what to do: ${listOf(FIRST_WORDS, 'or')}.`);
  const family = familyOf(first);
  if (family !== undefined) {
    if (second === undefined) return family;
    const command = Object.hasOwn(family.commands, second) ? family.commands[second] : undefined;
    if (command === undefined) throw new UsageError(`There is no command "${first} ${second}"${nearCommand(second, Object.keys(family.commands))} The commands are ${listOf(Object.keys(family.commands), 'and')}.`, first);
    return command;
  }
  const found = COMMANDS.find((command) => command.words === first);
  if (found === undefined) throw new UsageError(`There is no command "${first}"${nearCommand(first, FIRST_WORDS)} The commands are ${listOf(FIRST_WORDS, 'and')}.`);
  return found;
}

/** Ends a sentence, with the question for the command that was probably meant. */
function nearCommand(given: string, words: readonly string[]): string {
  return didYouMean([given], words) || '.';
}
