import { parseArgs } from 'node:util';
import { UsageError } from '../exit-codes.ts';
import type { Command } from './command.ts';
import { isOptionName, optionOf, OPTIONS } from './options.ts';

/**
 * Takes the arguments apart by the table of options.
 * @throws UsageError for an option that does not exist, that the command does not take, or that lacks its value
 */
export function readArguments(command: Command, args: readonly string[]) {
  const { tokens } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: false, tokens: true });
  // Put together again in the one spelling that leaves nothing to guess: a value may begin with a dash.
  const plain: string[] = [];
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind === 'option') plain.push(checkedOption(command, token));
  }
  const { values } = parseArgs({ args: plain, options: OPTIONS, strict: true });
  return { values, operands };
}

/** What was given to a command: its options, and what is none of them. */
export type Given = ReturnType<typeof readArguments>;
export type Values = Given['values'];

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkedOption(command: Command, { name, rawName, value, inlineValue }: OptionToken): string {
  const refuse = (text: string) => new UsageError(text, command.words);
  if (!isOptionName(name)) throw refuse(`There is no option ${rawName}.`);
  if (!command.options.includes(name)) throw refuse(`"geotools ${command.words}" takes no ${rawName}.`);
  const option = optionOf(name);
  if (option.type === 'boolean') {
    if (value !== undefined) throw refuse(`${rawName} takes no value.`);
    return `--${name}`;
  }
  if (value === undefined) throw refuse(`${rawName} needs a value: ${option.value ?? 'TEXT'}.`);
  if (inlineValue === false && looksLikeOption(value)) throw refuse(`${rawName} needs a value: ${option.value ?? 'TEXT'}. "${value}" is an option.`);
  return `--${name}=${value}`;
}

/** A lone dash is a file, and `-1` a number. */
function looksLikeOption(value: string): boolean {
  return /^-[^\d.,]/.test(value);
}
