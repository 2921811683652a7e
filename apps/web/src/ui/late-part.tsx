import { useEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import { arrived } from './late-code.ts';
import styles from './late-part.module.css';
import notice from './notice.module.css';

interface LatePartOptions {
  /** What is missing without it, as the subject of a sentence. */
  readonly what: string;
  /** Shown while its code is on its way. */
  readonly waiting?: ReactNode;
}

/**
 * A part of a page whose code is loaded when it is shown first. If that does not arrive, this is said in its place, where it can be asked for
 * again: whatever else the page holds stays.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>, { what, waiting = null }: LatePartOptions): ComponentType<Props> {
  // Of this load of the site: shown at once wherever it is shown again.
  let known: ComponentType<Props> | undefined;
  return function LatePart(props: Props) {
    const [Part, setPart] = useState(() => known);
    const [attempt, setAttempt] = useState(0);
    const [isTrying, setIsTrying] = useState(true);
    const frame = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (known !== undefined) return undefined;
      let isOver = false;
      const ask = async () => {
        try {
          const code = await arrived(load);
          known = code;
          if (!isOver) setPart(() => code);
        } catch (error) {
          console.info(`${what} could not be shown:`, error);
        }
        if (!isOver) setIsTrying(false);
      };
      void ask();
      return () => {
        isOver = true;
      };
    }, [attempt]);

    if (attempt === 0 && (isTrying || Part !== undefined)) return Part === undefined ? waiting : <Part {...props} />;
    const again = () => {
      // The button goes away with the notice; what comes instead has the focus then.
      frame.current?.focus();
      setIsTrying(true);
      setAttempt((count) => count + 1);
    };
    return (
      <div ref={frame} tabIndex={-1}>
        {Part !== undefined ? (
          <Part {...props} />
        ) : (
          <div className={notice.notice}>
            <p role="alert">{what} could not be shown: a part of this page did not arrive. The connection may be gone.</p>
            <Button isIdle={isTrying} onClick={again}>
              Try again
            </Button>
            <p role="status" className={styles.told}>
              {attempt > 0 && !isTrying && 'It still does not arrive. Check your connection; if that is not it, reload the page.'}
            </p>
          </div>
        )}
      </div>
    );
  };
}
