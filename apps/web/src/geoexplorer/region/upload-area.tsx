import { useId } from 'react';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { FileList } from './file-list.tsx';
import styles from './upload-area.module.css';
import type { Areas } from './use-areas.ts';

/** The browser's own file control, the area around it as a place to drop files on, and the list of what came. */
export function UploadArea({ areas }: { readonly areas: Areas }) {
  const id = useId();
  const { isOver, target } = useFileDrop((files) => areas.drop(files));
  return (
    <div className={styles.upload}>
      <div {...target} className={styles.zone} data-drop-target={isOver || undefined}>
        <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 16V4m-4.5 4.5L12 4l4.5 4.5M4 15v3.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V15" />
        </svg>
        <label htmlFor={id} className={styles.label}>
          Faca upload de areas (SHP ou KML)
        </label>
        <input
          id={id}
          className={styles.input}
          type="file"
          multiple
          accept=".shp,.kml"
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // So that choosing the same files once more counts as a choice.
            currentTarget.value = '';
            if (files.length > 0) areas.choose(files);
          }}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          Formatos aceitos: .shp, .kml
        </p>
      </div>
      <FileList files={areas.files} />
    </div>
  );
}
