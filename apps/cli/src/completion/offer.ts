import type { Command } from '../command-line/command.ts';
import { COMMANDS, FAMILIES, type Family } from '../command-line/commands.ts';
import { optionOf, type Option, type OptionName } from '../command-line/options.ts';

/** A word that a shell may offer, and what it says of it. */
export interface Word {
  readonly word: string;
  readonly text: string;
}

/** What may follow `geotools`. */
export const FIRST: readonly Word[] = [
  ...COMMANDS.filter(({ words }) => !words.includes(' ')).map(({ words, summary }) => ({ word: words, text: summary })),
  ...FAMILIES.map(({ words, summary }) => ({ word: words, text: summary })),
  { word: 'help', text: 'what a command takes' },
  { word: '--version', text: 'the version' },
  { word: '--help', text: 'the commands' },
];

/** What may follow `geotools layers`, say. */
export function secondWords({ commands }: Family): readonly Word[] {
  return Object.entries(commands).map(([word, { summary }]) => ({ word, text: summary }));
}

/** Commands that `help` can be asked about. */
export const EXPLAINED: readonly Word[] = FIRST.filter(({ word }) => /^[a-z]/.test(word) && word !== 'help');

export interface NamedOption extends Option {
  readonly name: OptionName;
}

/** The options of a command, with what they mean in it. */
export function optionsOf(command: Command): NamedOption[] {
  return command.options.map((name) => {
    const option = optionOf(name);
    return { ...option, name, text: command.optionTexts?.[name] ?? option.text };
  });
}

/** Every option that has a value. */
export function optionsWithValue(): NamedOption[] {
  const all = new Map(COMMANDS.flatMap(optionsOf).map((option) => [option.name, option]));
  return [...all.values()].filter(({ type }) => type === 'string');
}
