import { parseArgs } from 'node:util';
import { didYouMean } from '@geoinsights/tools/nearest-name';
import { UsageError } from '../exit-codes.ts';
import { optionsOf, type Command, type NamedOption } from './command.ts';
import { isOptionName, OPTIONS } from './options.ts';

/**
 * Parses the arguments by the table of options.
 * @throws UsageError for an option that does not exist, that the command does not accept, or that lacks its value
 */
export function readArguments(command: Command, args: readonly string[]) {
  const { plain, operands } = takeApart(command, args);
  const { values } = parseArgs({ args: plain, options: OPTIONS, strict: true });
  return { values, operands };
}

/** What was given to a command: its options and operands. */
export type Given = ReturnType<typeof readArguments>;
export type Values = Given['values'];

/** The same for a command with options of its own, whose values are as given. */
export interface OwnGiven {
  readonly values: Readonly<Record<string, OwnValue | undefined>>;
  readonly operands: readonly string[];
}
export type OwnValue = string | boolean | readonly (string | boolean)[];

/** Like `readArguments`, for a command with options of its own. */
export function readOwnArguments(command: Command, args: readonly string[]): OwnGiven {
  const { plain, operands } = takeApart(command, args);
  const { values } = parseArgs({ args: plain, options: configOf(command), strict: true });
  return { values, operands };
}

function configOf(command: Command) {
  return Object.fromEntries(optionsOf(command).map(({ name, type, short, multiple = false }) => [name, { type, multiple, ...(short === undefined ? {} : { short }) }]));
}

/** Rewrites the arguments to an unambiguous form, since a value may begin with a dash. */
function takeApart(command: Command, args: readonly string[]): { plain: string[]; operands: string[] } {
  const { tokens } = parseArgs({ args: [...args], options: { ...OPTIONS, ...configOf(command) }, allowPositionals: true, strict: false, tokens: true });
  const plain: string[] = [];
  const operands: string[] = [];
  const given = new Map<string, string | undefined>();
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(checkedOperand(command, token.value));
    if (token.kind !== 'option') continue;
    plain.push(checkedOption(command, token, args[token.index]));
    refuseAnotherValue(command, token, given.get(token.name));
    given.set(token.name, token.value);
  }
  return { plain, operands };
}

/** An empty name would be the current folder for the system, as after `"$FARM"` where a shell has no such variable. */
function checkedOperand(command: Command, operand: string): string {
  if (operand === '') throw new UsageError('One of the arguments is empty. If it comes from a variable of the shell, that variable is not set.', command.words);
  return operand;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

/** @param given the argument that contains the option */
function checkedOption(command: Command, token: OptionToken, given: string): string {
  const { name, rawName, value, inlineValue } = token;
  const refuse = (text: string) => new UsageError(text, command.words);
  const option = optionsOf(command).find((each) => each.name === name);
  if (option === undefined) throw refuse(unknownOption(command, name, isOneDash(given) ? given : rawName));
  if (isMisspelt(given, token)) throw refuse(`There is no option ${given}${nearOption(command, given) || `; if ${JSON.stringify(value)} is meant as the value, write ${rawName} ${value ?? ''}.`}`);
  if (option.type === 'boolean') {
    if (value !== undefined) throw refuse(`${rawName} takes no value.`);
    return `--${name}`;
  }
  if (value === undefined) throw refuse(`${rawName} needs a value: ${option.value ?? 'TEXT'}.`);
  if (value === '' && namesPlace(option)) throw refuse(`${rawName} needs a value: ${option.value ?? 'TEXT'}. The one given is empty.`);
  if (inlineValue === true && !rawName.startsWith('--') && value.startsWith('=')) {
    throw refuse(`Write ${rawName} ${value.slice(1)} without "=", which would become part of the name.`);
  }
  if (inlineValue === false && looksLikeOption(value)) {
    const isOne = /^-[a-z]$/i.test(value) || (value.startsWith('--') && isOptionName(value.slice(2)));
    throw refuse(`${rawName} needs a value: ${option.value ?? 'TEXT'}. "${value}" ${isOne ? 'is an option.' : `looks like an option; if it is meant as the value, write --${name}="${value}".`}`);
  }
  return `--${name}=${value}`;
}

/** Whether its value is a file or a folder. */
function namesPlace({ offered }: NamedOption): boolean {
  return offered === 'file' || offered === 'folder';
}

/** Refuses a second, different value, since nobody knows which of the two was meant. @param earlier the value given before */
function refuseAnotherValue(command: Command, { name, value }: OptionToken, earlier: string | undefined): void {
  const takesSeveral = optionsOf(command).some((option) => option.name === name && option.multiple === true);
  if (takesSeveral || earlier === undefined || value === undefined || value === earlier) return;
  throw new UsageError(`--${name} is given twice, as "${earlier}" and as "${value}". Give one of them.`, command.words);
}

/** Whether a word is a long option with a single dash, as in other programs. Read letter by letter, it would be reported as an option that nobody wrote. */
function isOneDash(given: string): boolean {
  return /^-[^-\s=]{2,}$/.test(given);
}

/** Suggests the option of the command that was probably meant; a single letter is too short for that. */
function unknownOption(command: Command, name: string, given: string): string {
  const refusal = isOptionName(name) ? `"geotools ${command.words}" takes no ${given}` : `There is no option ${given}`;
  return `${refusal}${nearOption(command, given) || '.'}`;
}

function nearOption(command: Command, given: string): string {
  return didYouMean([given], optionsOf(command).map(({ name }) => name), (name) => `--${name}`);
}

/** Whether a long option was written with one dash, as in `-output x`, which would be `-o utput`. `-ofarm.kml` is fine, as no option has such a name. */
function isMisspelt(given: string, { rawName, inlineValue }: OptionToken): boolean {
  return inlineValue === true && !rawName.startsWith('--') && /^-\p{L}{2}[\p{L}_-]*$/u.test(given);
}

/** A lone dash is a file, `-1` a number, and anything with blanks a text. */
function looksLikeOption(value: string): boolean {
  return /^-[^\d.,\s][^\s]*$/.test(value);
}
