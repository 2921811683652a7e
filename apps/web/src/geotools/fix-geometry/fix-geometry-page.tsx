import '../../ui/no-compiled-schemas.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { TaskStatus } from '@geoinsights/contract';
import { useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { Advice } from './advice.tsx';
import { FilePicker } from './file-picker.tsx';
import styles from './fix-geometry-page.module.css';
import { OptionsForm } from './options-form.tsx';
import { chosenOptions, DEFAULT_OPTIONS, isDistance } from './repair-options.ts';
import type { OptionsDraft } from './repair-options.ts';
import { StatusPanel } from './status-panel.tsx';
import { useRepair } from './use-repair.ts';

export function FixGeometryPage() {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Fix geometry" className={styles.page}>
        <p className={styles.subtitle}>
          Repairs overlaps, duplicate points, unclosed polygons and gaps between polygon edges. Everything that was not broken comes back as it was.
        </p>
        <div className={styles.columns}>
          <Workbench />
          <Advice />
        </div>
      </Page>
    </QueryClientProvider>
  );
}

/** Choosing files begins the repair at once; what stands above follows its state. */
function Workbench() {
  const repair = useRepair();
  const [draft, setDraft] = useState<OptionsDraft>(DEFAULT_OPTIONS);
  const [showsOptions, setShowsOptions] = useState(false);
  const [optionsFault, setOptionsFault] = useState(false);
  const isValid = isDistance(draft.snapDistance) && isDistance(draft.maxGapWidth);

  const choose = (files: File[]) => {
    setOptionsFault(!isValid);
    if (isValid) repair.choose({ files, options: chosenOptions(draft) });
    else setShowsOptions(true);
  };
  return (
    <div className={styles.workbench}>
      <StatusPanel repair={repair} />
      <FilePicker onFiles={choose} isCompact={repair.occasion !== undefined && repair.status !== TaskStatus.CANCELLED} />
      <div>
        <p role="alert" className={styles.fault}>
          {optionsFault && !isValid && 'Nothing was sent: a distance in the options is not a number. Correct it, then choose your files again.'}
        </p>
        <OptionsForm draft={draft} onChange={setDraft} isOpen={showsOptions} onToggle={setShowsOptions} />
      </div>
    </div>
  );
}
