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

const SENT_NOTHING = 'Nothing was sent: a distance in the options is not a number. Correct it, then choose your files again.';
const BEGAN_NOTHING = 'Nothing was begun: a distance in the options is not a number. Correct it, then press Repair again.';

/** Choosing files begins the repair at once, unless its tolerances are to be seen first; what stands above follows its state. */
function Workbench() {
  const repair = useRepair();
  const [draft, setDraft] = useState<OptionsDraft>(DEFAULT_OPTIONS);
  const [showsOptions, setShowsOptions] = useState(false);
  const [optionsFault, setOptionsFault] = useState(false);
  const isValid = isDistance(draft.snapDistance) && isDistance(draft.maxGapWidth);

  const choose = (files: File[]) => {
    setOptionsFault(!isValid);
    if (isValid) repair.choose({ files, options: chosenOptions(draft), looksFirst: draft.looksFirst });
    else setShowsOptions(true);
  };
  const begin = () => {
    setOptionsFault(!isValid);
    if (isValid) repair.begin(chosenOptions(draft));
    else setShowsOptions(true);
  };
  return (
    <div className={styles.workbench}>
      <StatusPanel repair={repair} onRepair={begin} />
      <FilePicker onFiles={choose} isCompact={repair.occasion !== undefined && repair.status !== TaskStatus.CANCELLED} />
      <div>
        <p role="alert" className={styles.fault}>
          {optionsFault && !isValid && (repair.preview === undefined ? SENT_NOTHING : BEGAN_NOTHING)}
        </p>
        <OptionsForm draft={draft} automatic={repair.preview} onChange={setDraft} isOpen={showsOptions} onToggle={setShowsOptions} />
      </div>
    </div>
  );
}
