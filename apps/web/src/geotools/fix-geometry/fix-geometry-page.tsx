import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useNextStep } from '../next-step/use-next-step.ts';
import type { NextStep } from '../next-step/use-next-step.ts';
import { useOfflineCopy } from '../../offline/use-offline-copy.ts';
import { Page } from '../../ui/page.tsx';
import { useTakenOver } from '../../ui/use-taken-over.ts';
import { Advice } from './advice.tsx';
import styles from './fix-geometry-page.module.css';
import type { ReviewSlot } from './review-slot.ts';
import { Workbench } from './workbench.tsx';

/** What the page says before it is known what its address asks for. */
const REPAIR_ALONE = { repairs: true, chosen: undefined } as const;

export function FixGeometryPage({ Review }: { readonly Review: ReviewSlot }) {
  useOfflineCopy();
  const [queryClient] = useState(() => new QueryClient());
  const nextStep = useNextStep();
  const isTakenOver = useTakenOver();
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Fix geometry" className={styles.page}>
        <p className={styles.subtitle}>{isTakenOver ? subtitleOf(nextStep) : subtitleOf(REPAIR_ALONE)}</p>
        {isTakenOver && (
          <div className={styles.columns} data-stacked>
            <Workbench nextStep={nextStep} Review={Review} />
            <Advice repairs={nextStep.repairs} isRepairAlone={nextStep.chosen === undefined} />
          </div>
        )}
      </Page>
    </QueryClientProvider>
  );
}

/** What is done with the files. The rest is returned unchanged only if no other tool follows. */
function subtitleOf({ repairs, chosen }: Pick<NextStep, 'repairs' | 'chosen'>): string {
  if (!repairs) return 'Your files are taken as they are, without a repair.';
  const repaired = 'Repairs overlaps, duplicate points, unclosed polygons and gaps between polygon edges';
  return chosen === undefined ? `${repaired}. Everything that was not broken is returned unchanged.` : `${repaired}, then passes the repaired files to the chosen tool.`;
}
