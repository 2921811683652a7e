import { optionOf, type Option, type OptionName } from './options.ts';

/** A command, described once for the reader of arguments, the help and the shells. */
export interface Command {
  /** What follows `geotools`. */
  readonly words: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Its forms, without `geotools`. */
  readonly usage: readonly string[];
  readonly about: string;
  readonly options: readonly OptionName[];
  /** Options that this command has for itself, made from what it runs. */
  readonly ownOptions?: readonly NamedOption[];
  /** What an option means here, where that is something of its own. */
  readonly optionTexts?: Partial<Record<OptionName, string>>;
  /** What a shell may offer for what is no option. */
  readonly operands: 'files' | 'nothing' | readonly string[];
  readonly exitCodes: readonly (readonly [code: number, meaning: string])[];
  readonly examples: readonly string[];
}

export interface NamedOption extends Option {
  readonly name: string;
}

/** The options of a command, its own ones first, with what they mean in it. */
export function optionsOf(command: Command): NamedOption[] {
  const ofTable = command.options.map((name) => {
    const option = optionOf(name);
    return { ...option, name, text: command.optionTexts?.[name] ?? option.text };
  });
  return [...(command.ownOptions ?? []), ...ofTable];
}
