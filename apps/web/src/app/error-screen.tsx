import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import styles from './plain-page.module.css';

/** Shown instead of a screen that could not be loaded or rendered. */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => {
    console.error('This screen could not be shown:', error);
  }, [error]);
  return (
    <Page title="Something went wrong" className={styles.page}>
      <p role="alert">This page could not be shown. Your files are not affected. Load it again; if that does not help, try later.</p>
      <p>
        <Button
          look="primary"
          onClick={() => {
            window.location.reload();
          }}
        >
          Load the page again
        </Button>
      </p>
    </Page>
  );
}
