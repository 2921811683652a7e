import { UsageError } from '../exit-codes.ts';
import type { Command } from './command.ts';
import { LAYERS_COMMANDS, type LayersCommand } from './layers-commands.ts';
import { CHECK, COMPLETION, FIX_GEOMETRY } from './repair-commands.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [FIX_GEOMETRY, CHECK, ...Object.values(LAYERS_COMMANDS), COMPLETION];

/** The first word of commands that have a second one, and what it is about. */
export const LAYERS = { words: 'layers', summary: "the layers of a server's map" } as const;
export const FIRST_WORDS = [FIX_GEOMETRY.words, CHECK.words, LAYERS.words, COMPLETION.words] as const;

export function isLayersCommand(word: string | undefined): word is LayersCommand {
  return word !== undefined && Object.hasOwn(LAYERS_COMMANDS, word);
}

/** @returns the command of these first arguments, or `layers` alone; @throws UsageError when there is none of the name */
export function commandOf(words: readonly string[]): Command | typeof LAYERS {
  const first = words.at(0);
  const second = words.at(1);
  if (first === undefined) throw new UsageError(`Say what to do: ${listOf(FIRST_WORDS, 'or')}.`);
  if (first === LAYERS.words) {
    if (second === undefined) return LAYERS;
    if (!isLayersCommand(second)) throw new UsageError(`There is no command "layers ${second}". The commands are ${listOf(Object.keys(LAYERS_COMMANDS), 'and')}.`, LAYERS.words);
    return LAYERS_COMMANDS[second];
  }
  const found = COMMANDS.find((command) => command.words === first);
  if (found === undefined) throw new UsageError(`There is no command "${first}". The commands are ${listOf(FIRST_WORDS, 'and')}.`);
  return found;
}

/** `a, b and c` */
export function listOf(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.slice(-1).join('')}`;
}
