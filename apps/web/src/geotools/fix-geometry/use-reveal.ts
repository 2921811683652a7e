import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { wantsStillness } from '../../ui/wants-stillness.ts';

/** Share of the window's height: a panel that begins above it needs no scrolling. */
const HIGH_ENOUGH = 1 / 3;

/** Why the state is scrolled into view for the person who waits for it. */
export interface Occasion {
  /** Identifies the reason, which takes effect once. */
  readonly key: string;
  /** Whether the focus moves there as well; otherwise the page only follows people who have not moved on. */
  readonly takesFocus: boolean;
}

/** Scrolls the state of the repair into view when something new begins there, but never when it merely progresses. */
export function useReveal(panel: RefObject<HTMLElement | null>, sentence: RefObject<HTMLElement | null>, occasion: Occasion | undefined): void {
  const answered = useRef<string>(undefined);
  const key = occasion?.key;
  const takesFocus = occasion?.takesFocus ?? false;
  useEffect(() => {
    if (key === undefined || answered.current === key || panel.current === null) return undefined;
    answered.current = key;
    if (takesFocus) sentence.current?.focus({ preventScroll: true });
    else if (document.activeElement !== sentence.current) return undefined;
    const { top } = panel.current.getBoundingClientRect();
    if (top >= 0 && top <= window.innerHeight * HIGH_ENOUGH) return undefined;
    const { current } = panel;
    // While the page scrolls, content above may shrink, for example when a font arrives: then it has scrolled too far. Or the person has moved on
    // meanwhile, and stays there.
    const moveBack = () => {
      if (document.activeElement === sentence.current && current.getBoundingClientRect().top < 0) current.scrollIntoView({ block: 'start' });
    };
    window.addEventListener('scrollend', moveBack, { once: true });
    current.scrollIntoView({ block: 'start', behavior: wantsStillness() ? 'auto' : 'smooth' });
    return () => window.removeEventListener('scrollend', moveBack);
  }, [panel, sentence, key, takesFocus]);
}
