import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { useSkipLinks } from './skip-links.tsx';
import styles from './shell.module.css';

/** If the screen arrives sooner, no sign is needed. */
const SOON_MS = 400;
const WORDS = { en: 'The page is being loaded.', 'pt-BR': 'A página está sendo carregada.' };

/** A sign that a click on a link was registered while the code of its screen is loading: on a slow connection the old screen stays for seconds. */
export function PendingScreen() {
  const { state } = useNavigation();
  const { language } = useSkipLinks();
  const isPending = state !== 'idle';
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => {
      setIsSlow(true);
    }, SOON_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return (
    <div className={styles.pending} data-shown={isSlow || undefined}>
      <p role="status" className="visually-hidden" lang={language}>
        {isSlow && WORDS[language]}
      </p>
    </div>
  );
}
