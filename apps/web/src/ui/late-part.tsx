import { useEffect, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import { lateComponent } from './late-component.ts';
import styles from './late-part.module.css';
import notice from './notice.module.css';

interface LatePartOptions {
  /** What is missing without it, as the subject of a sentence. */
  readonly what: string;
  /** Shown while its code is loading. */
  readonly waiting?: ReactNode;
}

/**
 * A part of a page whose code is loaded when it is first shown. If it does not arrive, a notice in its place offers to try again, and everything else
 * on the page stays.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>, { what, waiting = null }: LatePartOptions): ComponentType<Props> {
  const usePart = lateComponent(load);
  return function LatePart(props: Props) {
    const { Part, isTrying, failure, repetitions, again } = usePart();
    const frame = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (failure !== undefined) console.info(`${what} could not be shown:`, failure);
    }, [failure]);

    if (repetitions === 0 && (isTrying || Part !== undefined)) return Part === undefined ? waiting : <Part {...props} />;
    const tryAgain = () => {
      // The button disappears with the notice, so the new content gets the focus.
      frame.current?.focus();
      again();
    };
    return (
      <div ref={frame} tabIndex={-1}>
        {Part !== undefined ? (
          <Part {...props} />
        ) : (
          <div className={notice.notice}>
            <p role="alert">{what} could not be shown: part of this page could not be loaded. The connection may be down.</p>
            <Button isIdle={isTrying} onClick={tryAgain}>
              Try again
            </Button>
            <p role="status" className={styles.announced}>
              {repetitions > 0 && !isTrying && 'It still could not be loaded. Check your connection; if that is not the cause, reload the page.'}
            </p>
          </div>
        )}
      </div>
    );
  };
}
