import { optionsOf, type Command, type NamedOption } from '../command-line/command.ts';
import { FAMILIES, type Family } from '../command-line/commands.ts';

/** A word that a shell may offer, with its description. */
export interface Word {
  readonly word: string;
  readonly text: string;
}

/** What may follow `geotools`. */
export function firstWords(commands: readonly Command[]): readonly Word[] {
  return [
    ...commandsOfOneWord(commands).map(({ words, summary }) => ({ word: words, text: summary })),
    ...FAMILIES.map(({ words, summary }) => ({ word: words, text: summary })),
    { word: 'help', text: 'the options of a command' },
    { word: '--version', text: 'the version' },
    { word: '--help', text: 'the commands' },
  ];
}

/** Commands that belong to no family. */
export function commandsOfOneWord(commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ words }) => !words.includes(' '));
}

/** What may follow, for example, `geotools layers`. */
export function secondWords({ commands }: Family): readonly Word[] {
  return Object.entries(commands).map(([word, { summary }]) => ({ word, text: summary }));
}

/** Commands that `help` can explain. */
export function explained(commands: readonly Command[]): readonly Word[] {
  return firstWords(commands).filter(({ word }) => /^[a-z]/.test(word) && word !== 'help');
}

/** Every option of the table that has a value. */
export function optionsWithValue(commands: readonly Command[]): NamedOption[] {
  const all = new Map(commands.flatMap((command) => optionsOf(command).filter((option) => !isOwn(command, option))).map((option) => [option.name, option]));
  return [...all.values()].filter(({ type }) => type === 'string');
}

/** Every option with a value that is specific to a command: in another command the same name may mean something else. */
export function ownOptionsWithValue(commands: readonly Command[]): { command: Command; option: NamedOption }[] {
  return commands.flatMap((command) => (command.ownOptions ?? []).filter(({ type }) => type === 'string').map((option) => ({ command, option })));
}

function isOwn({ ownOptions = [] }: Command, option: NamedOption): boolean {
  return ownOptions.some(({ name }) => name === option.name);
}
