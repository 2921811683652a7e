import { useMatches } from 'react-router';
import { useSkipTargets } from '../ui/skip-target.ts';
import styles from './shell.module.css';

/** A screen's links for skipping to its parts. */
export interface SkipLinks {
  readonly language: 'en' | 'pt-BR';
  /** The text of the link to the main part. */
  readonly main: string;
  /** Ids of other focusable parts, with the text of the links to them, which exist as long as the parts do (`useSkipTarget`). */
  readonly others: readonly { readonly target: string; readonly text: string }[];
}

const DEFAULT: SkipLinks = { language: 'en', main: 'Skip to the main part', others: [] };

/** The links of the current screen, even if it could not be loaded. */
export function useSkipLinks(): SkipLinks {
  const matches = useMatches();
  return matches.map(({ handle }) => handle).findLast(isSkipLinks) ?? DEFAULT;
}

/** The first tab stops of every screen, in its language. Each is visible while focused. */
export function SkipLinkList() {
  const { language, main, others } = useSkipLinks();
  const present = useSkipTargets();
  return (
    <>
      {[{ target: 'main', text: main }, ...others.filter(({ target }) => present.includes(target))].map(({ target, text }) => (
        <a
          key={target}
          className={styles.skip}
          lang={language}
          href={`#${target}`}
          onClick={(event) => {
            event.preventDefault();
            skipTo(target);
          }}
        >
          {text}
        </a>
      ))}
    </>
  );
}

/** A part may be in a column that is not shown; the button that shows it points to it with `aria-controls`. */
function skipTo(id: string): void {
  const target = document.getElementById(id);
  if (target === null) return;
  if (!target.checkVisibility()) document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.click();
  // Once the column is shown.
  requestAnimationFrame(() => {
    target.focus();
  });
}

function isSkipLinks(handle: unknown): handle is SkipLinks {
  return typeof handle === 'object' && handle !== null && 'main' in handle && 'others' in handle;
}
