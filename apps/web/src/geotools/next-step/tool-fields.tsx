import { Choice, ListField } from '../form/choice.tsx';
import { TextField } from '../form/text-field.tsx';
import { Tick } from '../form/tick.tsx';
import { shownFields } from './step.ts';
import type { ToolDraft, ToolField } from './description/tool-description.ts';
import type { ChosenTool } from './use-next-step.ts';

/** Up to this number, choices are side by side; more of them go into a list. */
const MOST_SIDE_BY_SIDE = 3;

interface ToolFieldsProps {
  readonly chosen: ChosenTool;
  /** Whether to report empty fields as well: the user has tried to start without them. */
  readonly tellsMissing: boolean;
  readonly onChange: (change: ToolDraft) => void;
}

/** The options of a tool, as in its description. */
export function ToolFields({ chosen: { tool, draft, read }, tellsMissing, onChange }: ToolFieldsProps) {
  return shownFields(tool, draft).map((field) => {
    const value = draft[field.name];
    const fault = value.trim() === '' && !tellsMissing ? '' : (read.faults.get(field.name) ?? '');
    return <OneField key={field.name} field={field} value={value} fault={fault} onChange={(text) => onChange({ [field.name]: text })} />;
  });
}

interface OneFieldProps {
  readonly field: ToolField;
  readonly value: string;
  readonly fault: string;
  readonly onChange: (value: string) => void;
}

function OneField({ field, value, fault, onChange }: OneFieldProps) {
  const { label, hint } = field;
  switch (field.kind) {
    case 'choice': {
      const Field = field.choices.length > MOST_SIDE_BY_SIDE ? ListField : Choice;
      return <Field label={label} hint={hint} choices={field.choices} value={value} onChange={onChange} />;
    }
    case 'tick':
      return <Tick label={label} hint={hint} isTicked={value === 'yes'} onChange={(isTicked) => onChange(isTicked ? 'yes' : '')} />;
    case 'number':
    case 'text':
      return (
        <TextField
          kind={field.kind}
          name={field.name}
          label={label}
          hint={field.hint}
          placeholder={field.placeholder}
          isRequired={field.isRequired === true}
          suggestions={field.suggestions}
          value={value}
          fault={fault}
          onChange={onChange}
        />
      );
  }
}
