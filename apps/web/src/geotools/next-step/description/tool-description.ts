import type { ChoiceOf } from '../../form/choice.tsx';
import type { Suggestion } from '../../form/text-field.tsx';

/** What stands in the form of a tool, by the names of its fields. A tick is `yes` or empty. */
export type ToolDraft = Readonly<Record<string, string>>;

export type OptionValue = string | number | boolean;

/** What a text stands for: a value, nothing (the option is left out), or no value, with the reason in the words of who wrote it. */
export type ReadText = { readonly value: OptionValue | undefined } | { readonly fault: string };

interface AnyField {
  /** The name of the option in the API. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** A field that is not shown is not sent; every field is shown that does not have this. */
  readonly isShown?: (draft: ToolDraft) => boolean;
}

/** One of a few; an empty key leaves the option out. */
export interface ChoiceField extends AnyField {
  readonly kind: 'choice';
  readonly choices: readonly ChoiceOf<string>[];
  /** True for what only chooses between other fields and is no option itself. */
  readonly isOfForm?: true;
}

export interface TextField extends AnyField {
  readonly kind: 'number' | 'text';
  readonly hint: string;
  readonly isRequired?: true;
  readonly placeholder?: string;
  readonly suggestions?: readonly Suggestion[];
  /** @param text without the space around it, empty too. */
  readonly read: (text: string) => ReadText;
}

export interface TickField extends AnyField {
  readonly kind: 'tick';
}

export type ToolField = ChoiceField | TextField | TickField;

/** A value of the parameter `tool` in the page's address, and what it means. */
export interface ToolAddress {
  readonly address: string;
  /** What it sets beyond the defaults. */
  readonly draft: ToolDraft;
}

/** A tool as the page offers it: its words, its fields, what stands in them at first. */
export interface ToolDescription {
  /** Its name in the addresses of the API. */
  readonly name: string;
  /** In the list of tools. */
  readonly title: string;
  /** What it does, with what stands in its form. */
  readonly heading: (draft: ToolDraft) => string;
  readonly intro: string;
  /** What it is called once it runs, and what files are after it: `conversion`, `converted`. */
  readonly noun: string;
  readonly participle: string;
  /** The first one that fits a draft is written into the page's address. */
  readonly addresses: readonly ToolAddress[];
  readonly fields: readonly ToolField[];
  /** Of every field. With them alone the tool can begin, unless it has to be told what only its user knows. */
  readonly defaults: ToolDraft;
  /** What is wrong though every field for itself is right; said beside the field that it names. */
  readonly faultOf?: (draft: ToolDraft) => { readonly field: string; readonly fault: string } | undefined;
}
