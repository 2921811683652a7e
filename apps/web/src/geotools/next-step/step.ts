import type { OptionValue, ReadText, ToolDescription, ToolDraft, ToolField } from './description/tool-description.ts';

/** A tool and its options, in the form of the API. */
export interface Step {
  readonly tool: string;
  readonly options: Readonly<Record<string, OptionValue>>;
}

/** The parsed contents of a form: a step, unless something is wrong, and the faults by field name. */
export interface ReadStep {
  readonly step: Step | undefined;
  readonly faults: ReadonlyMap<string, string>;
}

export function readStep(tool: ToolDescription, draft: ToolDraft): ReadStep {
  const options: Record<string, OptionValue> = {};
  const faults = new Map<string, string>();
  for (const field of shownFields(tool, draft)) {
    const read = readField(field, draft[field.name]);
    if ('fault' in read) faults.set(field.name, read.fault);
    else if (read.value !== undefined) options[field.name] = read.value;
  }
  const fault = tool.faultOf?.(draft);
  if (fault !== undefined && !faults.has(fault.field)) faults.set(fault.field, fault.fault);
  return { step: faults.size === 0 ? { tool: tool.name, options } : undefined, faults };
}

export function shownFields({ fields }: ToolDescription, draft: ToolDraft): readonly ToolField[] {
  return fields.filter(({ isShown }) => isShown === undefined || isShown(draft));
}

function readField(field: ToolField, text: string): ReadText {
  if (field.kind === 'tick') return { value: text === 'yes' };
  if (field.kind === 'choice') return { value: field.isOfForm === true || text === '' ? undefined : text };
  return field.read(text.trim());
}
