import { listOf } from '@geoinsights/contract/units';
import { formatOfExtension } from '@geoinsights/formats/file-names';
import { z } from 'zod';
import { UsageError } from '../exit-codes.ts';
import type { NamedOption } from './command.ts';
import { numberOf } from './numbers.ts';
import type { OwnValue } from './read-arguments.ts';

/** An option of a tool as a flag of its command. */
export interface Flag extends NamedOption {
  /** The tool's name for it. */
  readonly option: string;
  readonly isRequired: boolean;
  /** Whether it is the format of the result, which the extension of OUTPUT may determine. */
  readonly isOutputFormat: boolean;
  /** Whether its values are files, which are added to the tool's inputs and passed by name. */
  readonly isInput: boolean;
  /** The words it accepts; null if it accepts others, too. */
  readonly words: readonly string[] | null;
  /** @throws UsageError that says what it accepts */
  valueOf(given: OwnValue): unknown;
}

/** What the schema of an option says of it. */
type JsonType = z.core.JSONSchema.BaseSchema;

/**
 * The flags of a tool, from the schema of its options: `snapDistance` becomes `--snap-distance`.
 * @throws Error for an option that no flag can express, e.g. one that contains other options
 */
export function flagsOf(schema: z.ZodType): Flag[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([option, type]) => flagOf(option, typeof type === 'boolean' ? {} : type, required.includes(option)));
}

function flagOf(option: string, type: JsonType, isRequired: boolean): Flag {
  const name = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const text = (type.description ?? '').replace(/\.$/, '');
  const common = { option, isRequired, isInput: type['input'] === true, isOutputFormat: type['outputFormat'] === true };
  if (type.type === 'boolean') {
    // An option that is on by default can only be switched off.
    const isOn = type.default === true;
    return { ...common, name: isOn ? `no-${name}` : name, type: 'boolean', text: isOn ? `switches off: ${text}` : text, words: null, valueOf: () => !isOn };
  }
  const items = itemsOf(type);
  const isList = items !== null;
  const kinds = kindsOf(option, items ?? type);
  const words = kinds.flatMap((kind) => (kind.kind === 'word' ? [kind.word] : []));
  const value = common.isInput ? 'FILE' : [...words, ...kinds.flatMap((kind) => (kind.kind === 'word' ? [] : [PLACES[kind.kind]]))].join('|');
  const one = (given: string | boolean) => valueOf(`--${name}`, kinds, common.isOutputFormat ? formatCalled(String(given)) : String(given));
  const offered = common.isInput ? 'file' : words.length === 0 ? undefined : words;
  return {
    ...common,
    name,
    type: 'string',
    value,
    text: `${text}${hints(type, isRequired && !common.isOutputFormat, isList)}`,
    words: words.length === kinds.length ? words : null,
    ...(isList ? { multiple: true } : {}),
    ...(offered === undefined ? {} : { offered }),
    valueOf: (given) => (isList ? [given].flat().map(one) : one([given].flat().at(-1) ?? '')),
  };
}

/** What is said of the items of a list; null if it is none. */
function itemsOf({ type, items }: JsonType): JsonType | null {
  return type === 'array' && typeof items === 'object' && !Array.isArray(items) ? items : null;
}

/** A format by its name or by the extension of its files. */
function formatCalled(text: string): string {
  return formatOfExtension(`.${text.toLowerCase()}`) ?? text;
}

/** @param isRequired not for the format of the result, which OUTPUT gives as well */
function hints({ default: byDefault }: JsonType, isRequired: boolean, isList: boolean): string {
  const hint = [
    ...(isRequired ? ['required'] : []),
    ...(isList ? ['may be given several times'] : []),
    ...(typeof byDefault === 'string' || typeof byDefault === 'number' ? [`default ${byDefault}`] : []),
  ];
  return hint.length === 0 ? '' : ` (${hint.join('; ')})`;
}

type Kind = { readonly kind: 'word'; readonly word: string } | { readonly kind: 'whole number' | 'number' | 'text' };

const PLACES = { 'whole number': 'N', 'number': 'NUMBER', 'text': 'TEXT' };

const KINDS: ReadonlyMap<string, keyof typeof PLACES | 'none'> = new Map([['string', 'text'], ['integer', 'whole number'], ['number', 'number'], ['null', 'none']]);

/** The kinds of values it accepts. */
function kindsOf(option: string, type: JsonType): Kind[] {
  if (type.anyOf !== undefined) return type.anyOf.flatMap((each) => kindsOf(option, each));
  const words = type.enum ?? (type.const === undefined ? undefined : [type.const]);
  if (words !== undefined) return words.map((word) => ({ kind: 'word', word: String(word) }));
  const called = String(type.type ?? 'anything');
  const kind = KINDS.get(called);
  if (kind === undefined) throw new Error(`The option ${option} can be given by no flag: it is of type ${called}.`);
  return kind === 'none' ? [] : [{ kind }];
}

function valueOf(flag: string, kinds: readonly Kind[], text: string): string | number {
  if (kinds.some((kind) => kind.kind === 'word' && kind.word === text)) return text;
  if (kinds.some(({ kind }) => kind === 'number' || kind === 'whole number')) {
    const number = numberOf(flag, text);
    if (!Number.isNaN(number) && (Number.isInteger(number) || kinds.some(({ kind }) => kind === 'number'))) return number;
  }
  if (kinds.some(({ kind }) => kind === 'text')) return text;
  const taken = kinds.map((kind) => (kind.kind === 'word' ? kind.word : `a ${kind.kind}`));
  throw new UsageError(`${flag} takes ${listOf(taken, 'or')}, not "${text}".`);
}
