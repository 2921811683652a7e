import { useEffect, useRef, useState } from 'react';
import { askBeforeUnload } from '../../../ui/ask-before-unload.ts';
import { Button } from '../../../ui/button.tsx';
import notice from '../../../ui/notice.module.css';
import { ListField } from '../../form/choice.tsx';
import { LeavingQuestion } from '../../fix-geometry/leaving-question.tsx';
import { lostLineWords } from '../../fix-geometry/line-back.ts';
import { Progress } from '../../fix-geometry/progress.tsx';
import { countOf } from '../../fix-geometry/quantities.ts';
import type { TaskOptions } from '../../next-step/job.ts';
import { useReview } from './use-review.ts';
import type { ReviewSource } from './use-review.ts';
import type { Decided } from '../model/decisions.ts';
import { firstToShow } from '../model/first-to-show.ts';
import { layerChoices } from '../model/land-words.ts';
import type { KnownFile } from '../model/matching-files.ts';
import type { SheetAnswer } from '../model/messages.ts';
import { ChooseAgain } from './choose-again.tsx';
import { ReportDownloads } from './report-downloads.tsx';
import styles from './review.module.css';
import { Sheet } from './sheet.tsx';

interface ReviewProps {
  readonly source: ReviewSource;
  /** The repaired files. */
  readonly inputs: readonly KnownFile[];
  /** Whether nothing was repaired yet: the report says what a repair would do. */
  readonly isCheck: boolean;
  /** How many findings the report has. */
  readonly findings: number;
  /** The address of the report on the server, without the requested format; undefined if it has none. */
  readonly downloads: string | undefined;
  /** Repairs the same files again with other decisions; undefined if that is impossible. */
  readonly onRepairAgain: ((decisions: readonly TaskOptions[]) => void) | undefined;
}

const NOTHING: ReadonlyMap<number, Decided> = new Map();

/** What a repair with decisions does, depending on what was done before it. */
const AGAIN = {
  repaired: { verb: 'Repair again', meaning: 'The files you sent are repaired again by the same rules, with all your decisions. This result stays as it is.' },
  checkedThere: { verb: 'Repair', meaning: 'The files you sent are repaired by the same rules, with your decisions.' },
  checkedHere: { verb: 'Send and repair', meaning: 'Your files are sent to the server and repaired there by the same rules, with your decisions.' },
} as const;

const LOST_LINE = lostLineWords('download', undefined);

/** Reports with more findings are fetched only on request: they have some tens of megabytes. */
const MOST_UNASKED = 20_000;

/** What a repair did to the land, or would do: balance, findings and map, from the report file. */
export function Review({ source, inputs, isCheck, findings, downloads, onRepairAgain }: ReviewProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [chosenAgain, setChosenAgain] = useState<{ readonly files: readonly File[]; readonly turn: number }>();
  const { state, again } = useReview(chosenAgain === undefined ? source : { ...source, files: chosenAgain.files }, isAsked || findings <= MOST_UNASKED, chosenAgain?.turn ?? 0);
  const [picked, setPicked] = useState<number>();
  const chosen = picked ?? (state.kind === 'ready' ? firstToShow(state.sheets) : 0);
  /** By the index of the layer in the report. */
  const [decided, setDecided] = useState<ReadonlyMap<number, ReadonlyMap<number, Decided>>>(new Map());
  const decisions = [...decided.values()].flatMap((ofLayer) => [...ofLayer.values()]).map(({ option }) => ({ ...option }));
  const words = isCheck ? (typeof source.key === 'string' ? AGAIN.checkedThere : AGAIN.checkedHere) : AGAIN.repaired;
  const heading = useRef<HTMLHeadingElement>(null);
  // Buttons that disappear when used must not take the focus with them.
  const keepFocus = () => heading.current?.focus();
  return (
    <section className={styles.review} data-stacked aria-label="Land before and after" data-wide>
      <h2 ref={heading} tabIndex={-1}>
        Land before and after
      </h2>
      {isCheck && <p>Nothing was changed. This is what a repair by these rules would do.</p>}
      {state.kind === 'waiting' && (
        <OnRequest
          findings={findings}
          onShow={() => {
            keepFocus();
            setIsAsked(true);
          }}
        />
      )}
      {state.kind === 'loading' && <Progress label="Findings" share={state.share} note={state.isBroken === true ? LOST_LINE : 'The report is being read.'} />}
      {/* The words below a bar are not announced. */}
      <p aria-live="polite" aria-atomic="true" className="visually-hidden">
        {state.kind === 'loading' && state.isBroken === true && LOST_LINE}
      </p>
      <div role="alert" className={styles.alert}>
        {state.kind === 'failed' && (
          <NotShown
            onAgain={() => {
              keepFocus();
              again();
            }}
          />
        )}
      </div>
      {state.kind === 'ready' && source.files.length === 0 && chosenAgain === undefined && inputs.length > 0 && (
        <ChooseAgain
          inputs={inputs}
          onFiles={(files) => {
            keepFocus();
            setChosenAgain({ files, turn: 1 });
          }}
        />
      )}
      {state.kind === 'ready' && state.sheets.length > 1 && <LayerChoice sheets={state.sheets} chosen={chosen} onChange={setPicked} />}
      {state.kind === 'ready' &&
        state.sheets
          .slice(chosen, chosen + 1)
          .map((sheet) => (
            <Sheet
              key={chosen}
              reader={state.reader}
              index={chosen}
              sheet={sheet}
              isCheck={isCheck}
              decided={decided.get(chosen) ?? NOTHING}
              onDecide={onRepairAgain === undefined ? undefined : (ofLayer) => setDecided(new Map(decided).set(chosen, ofLayer))}
            />
          ))}
      {onRepairAgain !== undefined && decisions.length > 0 && <RepairAgain words={words} decisions={decisions} onRepair={onRepairAgain} />}
      {downloads !== undefined && <ReportDownloads address={downloads} />}
    </section>
  );
}

interface RepairAgainProps {
  readonly words: (typeof AGAIN)[keyof typeof AGAIN];
  readonly decisions: readonly TaskOptions[];
  readonly onRepair: (decisions: readonly TaskOptions[]) => void;
}

/** Decisions that have not been sent are nowhere but on this page. */
function RepairAgain({ words, decisions, onRepair }: RepairAgainProps) {
  useEffect(askBeforeUnload, []);
  return (
    <div className={styles.again}>
      <LeavingQuestion question="No repair with your decisions was begun. Leave this page and give them up?" />
      <p>{words.meaning}</p>
      <Button look="secondary" onClick={() => onRepair(decisions)}>
        {words.verb} with {countOf(decisions.length, 'decision')}
      </Button>
    </div>
  );
}

function OnRequest({ findings, onShow }: { readonly findings: number; readonly onShow: () => void }) {
  return (
    <div className={notice.notice}>
      <p>This report has {findings.toLocaleString('en')} findings and is a large file. It is loaded on request.</p>
      <Button onClick={onShow}>Show the findings</Button>
    </div>
  );
}

function NotShown({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <div className={notice.notice}>
      <p>The findings could not be shown: the report did not arrive, or could not be read. The result itself is not affected.</p>
      <Button onClick={onAgain}>Load the report again</Button>
    </div>
  );
}

interface LayerChoiceProps {
  readonly sheets: readonly SheetAnswer[];
  readonly chosen: number;
  readonly onChange: (sheet: number) => void;
}

/** On paper, says which layer is printed. */
function LayerChoice({ sheets, chosen, onChange }: LayerChoiceProps) {
  const words = layerChoices(sheets);
  return (
    <>
      <div data-screen-only>
        <ListField label="Layer" choices={words.map((layer, index) => ({ key: String(index), words: layer }))} value={String(chosen)} onChange={(key) => onChange(Number(key))} />
      </div>
      <p data-paper-only>
        Printed here is one layer of {sheets.length.toLocaleString('en')}, {words[chosen]}: the report file has all of them.
      </p>
    </>
  );
}
