import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useNextStep } from '../next-step/use-next-step.ts';
import { useOfflineCopy } from '../../offline/use-offline-copy.ts';
import { Page } from '../../ui/page.tsx';
import { useTakenOver } from '../../ui/use-taken-over.ts';
import { Advice } from './advice.tsx';
import styles from './fix-geometry-page.module.css';
import type { ReviewSlot } from './review-slot.ts';
import { Workbench } from './workbench.tsx';

export function FixGeometryPage({ Review }: { readonly Review: ReviewSlot }) {
  useOfflineCopy();
  const [queryClient] = useState(() => new QueryClient());
  const nextStep = useNextStep();
  const isTakenOver = useTakenOver();
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Fix geometry" className={styles.page}>
        <p className={styles.subtitle}>
          Repairs overlaps, duplicate points, unclosed polygons and gaps between polygon edges. Everything that was not broken comes back as it was.
        </p>
        {isTakenOver && (
          <div className={styles.columns}>
            <Workbench nextStep={nextStep} Review={Review} />
            <Advice repairs={nextStep.repairs} isRepairAlone={nextStep.chosen === undefined} />
          </div>
        )}
      </Page>
    </QueryClientProvider>
  );
}
