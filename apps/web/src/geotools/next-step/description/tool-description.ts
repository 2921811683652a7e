import type { ChoiceOf } from '../../form/choice.tsx';
import type { Suggestion } from '../../form/text-field.tsx';

/** The contents of a tool's form, by field name. A tick is `yes` or empty. */
export type ToolDraft = Readonly<Record<string, string>>;

export type OptionValue = string | number | boolean;

/** The options of a tool, in the form of the API; those with their defaults may be missing. */
export type ToolOptions = Readonly<Record<string, OptionValue | undefined>>;

/** The meaning of a text: a value, nothing (the option is omitted), or invalid, with the reason in words for its author. */
export type ReadText = { readonly value: OptionValue | undefined } | { readonly fault: string };

interface AnyField {
  /** The name of the option in the API. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** A hidden field is not sent; a field without this is always shown. */
  readonly isShown?: (draft: ToolDraft) => boolean;
}

/** One of a few; an empty key omits the option. */
export interface ChoiceField extends AnyField {
  readonly kind: 'choice';
  readonly choices: readonly ChoiceOf<string>[];
  /** True if it only selects between other fields and is not an option itself. */
  readonly isOfForm?: true;
}

export interface TextField extends AnyField {
  readonly kind: 'number' | 'text';
  readonly hint: string;
  readonly isRequired?: true;
  readonly placeholder?: string;
  readonly suggestions?: readonly Suggestion[];
  /** @param text trimmed; may be empty. */
  readonly read: (text: string) => ReadText;
}

export interface TickField extends AnyField {
  readonly kind: 'tick';
}

export type ToolField = ChoiceField | TextField | TickField;

/** A value of the parameter `tool` in the page's address, and its meaning. */
export interface ToolAddress {
  readonly address: string;
  /** What it sets beyond the defaults. */
  readonly draft: ToolDraft;
}

/** A tool as the page offers it: its texts, its fields and their initial contents. */
export interface ToolDescription {
  /** Its name in API addresses. */
  readonly name: string;
  /** Its place in the list of tools, counted from 1. */
  readonly place: number;
  /** In the list of tools. */
  readonly title: string;
  /** What it does with the current contents of its form. */
  readonly heading: (draft: ToolDraft) => string;
  /** The same with its options, as the middle part of a sentence: `buffer by 100 m`. Made of what is sent, so that it says nothing else. */
  readonly summary: (options: ToolOptions) => string;
  readonly intro: string;
  /** The noun for its run and the participle for its results: `conversion`, `converted`. */
  readonly noun: string;
  readonly participle: string;
  /** The first one that fits a draft is written into the page's address. */
  readonly addresses: readonly ToolAddress[];
  readonly fields: readonly ToolField[];
  /** For every field. With them alone the tool can run, unless it needs something that only its user knows. */
  readonly defaults: ToolDraft;
  /** What is wrong although each field is valid on its own; shown next to the named field. */
  readonly faultOf?: (draft: ToolDraft) => { readonly field: string; readonly fault: string } | undefined;
}
