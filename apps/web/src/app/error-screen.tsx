import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button.tsx';
import { NotLoadedError } from '../ui/late-code.ts';
import { Page } from '../ui/page.tsx';
import styles from './plain-page.module.css';
import { useSkipLinks } from './skip-links.tsx';

const WORDS = {
  en: {
    lost: { title: 'This page could not be loaded', sentence: 'Part of it could not be loaded: the connection may be down. Your files are not affected. Try again when you are connected.' },
    broken: { title: 'Something went wrong', sentence: 'This page could not be shown. Your files are not affected. Load it again; if that does not help, try later.' },
    again: 'Try again',
    silent: 'The server still does not answer. Check your connection, then try again.',
  },
  'pt-BR': {
    lost: { title: 'Esta página não pôde ser carregada', sentence: 'Uma parte dela não chegou: pode não haver conexão. Seus arquivos não foram afetados. Tente de novo quando houver conexão.' },
    broken: { title: 'Algo deu errado', sentence: 'Esta página não pôde ser mostrada. Seus arquivos não foram afetados. Carregue-a de novo; se isso não ajudar, tente mais tarde.' },
    again: 'Tentar de novo',
    silent: 'O servidor ainda não responde. Verifique a conexão e tente de novo.',
  },
};

/** Shown instead of a screen that could not be loaded or rendered, in the language of that screen. */
export function ErrorScreen() {
  const error = useRouteError();
  const { language } = useSkipLinks();
  const [trial, setTrial] = useState<'none' | 'running' | 'failed'>('none');
  useEffect(() => {
    console.error('This screen could not be shown:', error);
  }, [error]);
  const { lost, broken, again, silent } = WORDS[language];
  const { title, sentence } = error instanceof NotLoadedError ? lost : broken;
  const tryAgain = async () => {
    setTrial('running');
    try {
      // Without a response, reloading would leave the site for an error page of the browser.
      await fetch(window.location.href, { cache: 'no-store' });
      window.location.reload();
    } catch {
      setTrial('failed');
    }
  };
  return (
    <Page title={title} lang={language} className={styles.page}>
      <p role="alert">{sentence}</p>
      <p>
        <Button
          look="primary"
          isIdle={trial === 'running'}
          onClick={() => {
            void tryAgain();
          }}
        >
          {again}
        </Button>
      </p>
      <p role="status">{trial === 'failed' && silent}</p>
    </Page>
  );
}
