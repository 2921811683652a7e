import { useId, useState } from 'react';
import fileInput from '../../../ui/file-input.module.css';
import notice from '../../../ui/notice.module.css';
import { matchingFiles } from '../model/matching-files.ts';
import type { KnownFile } from '../model/matching-files.ts';

interface ChooseAgainProps {
  /** The repaired files. */
  readonly inputs: readonly KnownFile[];
  readonly onFiles: (files: readonly File[]) => void;
}

/** After a reload, the page no longer has the visitor's file. The same file, chosen again, is drawn around the findings. It is not sent. */
export function ChooseAgain({ inputs, onFiles }: ChooseAgainProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const take = async (files: readonly File[]) => {
    setWords('The file is being compared with the one that was repaired.');
    const matching = await matchingFiles(files, inputs);
    setWords(matching.length > 0 ? '' : 'This is not the file that was repaired: it has changed since, or is another one.');
    if (matching.length > 0) onFiles(matching);
  };
  return (
    <div className={notice.notice} data-screen-only>
      <label htmlFor={id}>This page no longer has your file, so only what changed is drawn. Choose it again to see all of it; it stays on this device.</label>
      <input
        id={id}
        className={fileInput.input}
        type="file"
        multiple
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // So that choosing the same files again counts as a choice.
          currentTarget.value = '';
          // A dialogue that was left without a choice has none.
          if (files.length > 0) take(files).catch(() => setWords('The file could not be read. Choose it again.'));
        }}
      />
      <p role="status">{words}</p>
    </div>
  );
}
