import { optionOf, type Option, type OptionName } from './options.ts';

/** A command, described once for the argument parser, the help and the shell completions. */
export interface Command {
  /** The words after `geotools`. */
  readonly words: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Its forms, without `geotools`. */
  readonly usage: readonly string[];
  readonly about: string;
  readonly options: readonly OptionName[];
  /** Options specific to this command, generated from what it runs. */
  readonly ownOptions?: readonly NamedOption[];
  /** The meaning of an option here, if it differs. */
  readonly optionTexts?: Partial<Record<OptionName, string>>;
  /** What a shell may offer for operands. */
  readonly operands: 'files' | 'nothing' | readonly string[];
  readonly exitCodes: readonly (readonly [code: number, meaning: string])[];
  readonly examples: readonly string[];
}

export interface NamedOption extends Option {
  readonly name: string;
}

/** The options of a command, its own ones first, with their meaning in it. */
export function optionsOf(command: Command): NamedOption[] {
  const ofTable = command.options.map((name) => {
    const option = optionOf(name);
    return { ...option, name, text: command.optionTexts?.[name] ?? option.text };
  });
  return [...(command.ownOptions ?? []), ...ofTable];
}
