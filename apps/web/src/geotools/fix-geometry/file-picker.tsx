import { ACCEPTED_EXTENSIONS } from '@geoinsights/contract';
import { useId, useState } from 'react';
import drop from '../../ui/drop-area.module.css';
import fileInput from '../../ui/file-input.module.css';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import type { DropFault } from '../../ui/use-file-drop.ts';
import styles from './file-picker.module.css';

interface FilePickerProps {
  readonly onFiles: (files: File[]) => void;
  /** Shown as a single line, because something more important is on the page. */
  readonly isCompact: boolean;
  /** The id of what says what the files are chosen for. */
  readonly describedBy: string | undefined;
}

const DROP_FAULTS: Readonly<Record<DropFault, string>> = {
  'no files': 'There were no files in what you dropped: folders inside a folder are not opened. Drop the files themselves.',
  'inner folders': 'The folders inside the folder that you dropped were not opened. Drop their files to send them, too.',
  unreadable: 'What you dropped could not be read. Choose the files with the button instead.',
};

/** The browser's own file control, with the area around it as a drop target for files and folders. */
export function FilePicker({ onFiles, isCompact, describedBy }: FilePickerProps) {
  const id = useId();
  const [dropFault, setDropFault] = useState<DropFault | null>(null);
  const { isOver, target } = useFileDrop(onFiles, setDropFault);
  return (
    <div data-screen-only>
      <div {...target} className={`${drop.zone} ${styles.zone}`} data-drop-target={isOver || undefined} data-compact={isCompact || undefined}>
        <svg className={styles.icon} viewBox="0 0 72 56" aria-hidden="true">
          <path d="M4 26 24 12l22 6 22-8v30L46 52l-24-6L4 50z" />
          <path className={styles.lines} d="M24 12 22 46M46 18v34M4 26l20 4 22-2 22-4" />
          <circle className={styles.disc} cx="36" cy="25" r="14" />
          <path className={styles.arrow} d="M36 32V18m-6 6 6-6 6 6" />
        </svg>
        <input
          id={id}
          className={`${fileInput.input} ${styles.input}`}
          type="file"
          multiple
          accept={ACCEPTED_EXTENSIONS.join(',')}
          aria-describedby={describedBy === undefined ? `${id}-hint` : `${describedBy} ${id}-hint`}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // So that choosing the same files again counts as a choice.
            currentTarget.value = '';
            setDropFault(null);
            if (files.length > 0) onFiles(files);
          }}
        />
        <label htmlFor={id} className={`${drop.label} ${styles.label}`}>
          Suported: KML, KMZ, SHP, GPKG, GeoJSON
        </label>
        <p id={`${id}-hint`} className={`${drop.hint} ${styles.hint}`}>
          Or drop them here. Choose a .shp together with its .shx, .dbf, .prj and .cpg. A .zip that contains such files is accepted, too: drop it here, or let the file
          dialogue show all files.
        </p>
      </div>
      <div role="alert">{dropFault !== null && <p className={styles.fault}>{DROP_FAULTS[dropFault]}</p>}</div>
    </div>
  );
}
