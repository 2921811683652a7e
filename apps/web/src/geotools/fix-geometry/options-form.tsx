import { unitWords } from '@geoinsights/contract';
import type { LayerAnswer, ReportAnswer } from '@geoinsights/contract';
import { Choice } from '../form/choice.tsx';
import fields from '../form/fields.module.css';
import { Folded } from '../form/folded.tsx';
import { TextField } from '../form/text-field.tsx';
import { formatNumber } from './quantities.ts';
import { faultsOf } from './repair-options.ts';
import type { OptionsDraft } from './repair-options.ts';

interface OptionsFormProps {
  readonly draft: OptionsDraft;
  /** The tolerances that the repair would use, once the files have been examined. */
  readonly automatic: ReportAnswer | undefined;
  readonly onChange: (draft: OptionsDraft) => void;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** What to repair and up to which size, folded away: the defaults are taken from the data and suit most files. */
export function OptionsForm({ draft, automatic, onChange, isOpen, onToggle }: OptionsFormProps) {
  return (
    <Folded summary="Options" isOpen={isOpen} onToggle={onToggle}>
      <div className={fields.fields}>
        <p className={`${fields.intro} ${fields.whole}`}>{automatic === undefined ? 'They apply to the files you choose next.' : 'They apply to the repair that you begin next.'} Leave a distance empty to derive it from your data.</p>
        <Distances draft={draft} automatic={automatic} onChange={onChange} />
        <WhatIsRepaired draft={draft} onChange={onChange} />
        <Limits draft={draft} onChange={onChange} />
        <TextField
          kind="text"
          name="labelField"
          label="Field with the names of features"
          hint="The report names features by this field, such as matricula or cod_imovel. If it is empty, the field is guessed."
          placeholder="automatic"
          value={draft.labelField}
          fault=""
          onChange={(labelField) => onChange({ ...draft, labelField })}
        />
        <Choice
          label="When files are chosen"
          choices={AT_ONCE_OR_LOOK}
          value={draft.looksFirst ? 'look' : 'at-once'}
          onChange={(choice) => onChange({ ...draft, looksFirst: choice === 'look' })}
        />
      </div>
    </Folded>
  );
}

type PartProps = Pick<OptionsFormProps, 'draft' | 'onChange'>;

/** How near borders are matched, and how wide gaps are closed. */
function Distances({ draft, automatic, onChange }: PartProps & Pick<OptionsFormProps, 'automatic'>) {
  const faults = faultsOf(draft);
  return (
    <>
      <TextField
        kind="number"
        name="snapDistance"
        label="Snap distance"
        hint="Borders of neighbours closer than this are matched. In metres, or in the unit of projected coordinates."
        placeholder={automaticWords(automatic, 'snap_distance')}
        value={draft.snapDistance}
        fault={faults.snapDistance ?? ''}
        onChange={(snapDistance) => onChange({ ...draft, snapDistance })}
      />
      <TextField
        kind="number"
        name="maxGapWidth"
        label="Gap width"
        hint="Enclosed gaps narrower than this are closed; lakes and wide voids stay. If the width is derived from your data, roads and streams stay as well."
        placeholder={automaticWords(automatic, 'max_gap_width')}
        value={draft.maxGapWidth}
        fault={faults.maxGapWidth ?? ''}
        onChange={(maxGapWidth) => onChange({ ...draft, maxGapWidth })}
      />
    </>
  );
}

function WhatIsRepaired({ draft, onChange }: PartProps) {
  return (
    <>
      <Choice label="Overlaps between features" choices={FIX_OR_KEEP} value={draft.overlaps} fault={faultsOf(draft).overlaps} onChange={(overlaps) => onChange({ ...draft, overlaps })} />
      <Choice label="Gaps between features" choices={FIX_OR_KEEP} value={draft.gaps} onChange={(gaps) => onChange({ ...draft, gaps })} />
      <div className={fields.whole}>
        <Choice label="Land that changes hands" choices={PROFILES} value={draft.profile} onChange={(profile) => onChange({ ...draft, profile })} />
      </div>
    </>
  );
}

/** What goes beyond them is left for the visitor to decide. */
function Limits({ draft, onChange }: PartProps) {
  const faults = faultsOf(draft);
  return (
    <>
      <TextField
        kind="number"
        name="maxDisplacement"
        label="Largest movement of a border, in metres"
        hint="A finding whose repair would move a border farther is left as it is and listed for you to decide."
        placeholder="no limit"
        value={draft.maxDisplacement}
        fault={faults.maxDisplacement ?? ''}
        onChange={(maxDisplacement) => onChange({ ...draft, maxDisplacement })}
      />
      <TextField
        kind="number"
        name="maxTransfer"
        label="Largest transfer of land, in hectares"
        hint="An overlap or gap with more land is left as it is and listed for you to decide."
        placeholder="no limit"
        value={draft.maxTransfer}
        fault={faults.maxTransfer ?? ''}
        onChange={(maxTransfer) => onChange({ ...draft, maxTransfer })}
      />
    </>
  );
}

const FIX_OR_KEEP = [
  { key: 'fix', words: 'Repair' },
  { key: 'keep', words: 'Only report' },
] as const;

const PROFILES = [
  { key: 'standard', words: 'Standard', meaning: 'Every overlap and narrow gap is repaired by the rules, and the report says who gave land to whom.' },
  { key: 'registrar', words: 'Registrar', meaning: 'An overlap wider than the snap distance that covers more than 1 % of a feature is left as it is and listed for you to decide.' },
] as const;

const AT_ONCE_OR_LOOK = [
  { key: 'at-once', words: 'Repair at once' },
  { key: 'look', words: 'Show the tolerances first' },
] as const;

/** The distance that an empty field stands for, if it is the same for everything that was examined. */
function automaticWords(report: ReportAnswer | undefined, which: 'snap_distance' | 'max_gap_width'): string {
  const words = (report?.datasets ?? []).flatMap(({ layers }) => layers).flatMap((layer) => distanceOf(layer, which));
  return new Set(words).size === 1 ? `automatic: ${words[0]}` : 'automatic';
}

function distanceOf({ tolerances, crs }: LayerAnswer, which: 'snap_distance' | 'max_gap_width'): string[] {
  return tolerances?.[`${which}_auto`] === true ? [`${formatNumber(tolerances[which])} ${unitWords(tolerances.unit, crs, tolerances[which])}`] : [];
}
