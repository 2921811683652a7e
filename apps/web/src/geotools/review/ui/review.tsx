import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ListField } from '../../form/choice.tsx';
import { Progress } from '../../fix-geometry/progress.tsx';
import type { TaskOptions } from '../../next-step/job.ts';
import { useReview } from './use-review.ts';
import type { ReviewSource } from './use-review.ts';
import type { KnownFile } from '../model/matching-files.ts';
import { ChooseAgain } from './choose-again.tsx';
import { ReportDownloads } from './report-downloads.tsx';
import styles from './review.module.css';
import { Sheet } from './sheet.tsx';

interface ReviewProps {
  readonly source: ReviewSource;
  /** The repaired files. */
  readonly inputs: readonly KnownFile[];
  /** How many findings the report has. */
  readonly findings: number;
  /** The address of the report on the server, without the requested format; undefined if it has none. */
  readonly downloads: string | undefined;
  /** Repairs the same files again with other decisions; undefined if that is impossible. */
  readonly onRepairAgain: ((decisions: readonly TaskOptions[]) => void) | undefined;
}

/** A report with more findings is not fetched without being asked for: it has some tens of megabytes. */
const MOST_UNASKED = 20_000;

/** What a repair did to the land, or would do: balance, findings and map, from the report file. */
export function Review({ source, inputs, findings, downloads, onRepairAgain }: ReviewProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [chosenAgain, setChosenAgain] = useState<{ readonly files: readonly File[]; readonly turn: number }>();
  const { state, again } = useReview(chosenAgain === undefined ? source : { ...source, files: chosenAgain.files }, isAsked || findings <= MOST_UNASKED, chosenAgain?.turn ?? 0);
  const [chosen, setChosen] = useState(0);
  return (
    <section className={styles.review} aria-label="Land before and after" data-wide>
      <h2>Land before and after</h2>
      {state.kind === 'waiting' && (
        <div className={styles.notice}>
          <p>This report has {findings.toLocaleString('en')} findings, and is a large file. It is loaded when you ask for it.</p>
          <Button onClick={() => setIsAsked(true)}>Show the findings</Button>
        </div>
      )}
      {state.kind === 'loading' && <Progress label="Findings" share={state.share} note="The report is being read." />}
      <div role="alert" className={styles.alert}>
        {state.kind === 'failed' && (
          <div className={styles.notice}>
            <p>The findings could not be shown: the report did not arrive, or could not be read. The result itself is not concerned.</p>
            <Button onClick={again}>Load the report again</Button>
          </div>
        )}
      </div>
      {state.kind === 'ready' && source.files.length === 0 && chosenAgain === undefined && inputs.length > 0 && (
        <ChooseAgain inputs={inputs} onFiles={(files) => setChosenAgain({ files, turn: 1 })} />
      )}
      {state.kind === 'ready' && state.sheets.length > 1 && (
        <ListField
          label="Layer"
          choices={state.sheets.map(({ dataset, layer }, index) => ({ key: String(index), words: layer === dataset ? layer : `${dataset}: ${layer}` }))}
          value={String(chosen)}
          onChange={(key) => setChosen(Number(key))}
        />
      )}
      {state.kind === 'ready' &&
        state.sheets.slice(chosen, chosen + 1).map((sheet) => <Sheet key={chosen} reader={state.reader} index={chosen} sheet={sheet} onRepairAgain={onRepairAgain} />)}
      {downloads !== undefined && <ReportDownloads address={downloads} />}
    </section>
  );
}
