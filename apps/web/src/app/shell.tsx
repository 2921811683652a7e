import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useTakenOver } from '../ui/use-taken-over.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { ScrollPositions } from './scroll-positions.tsx';
import { SkipLinkList } from './skip-links.tsx';
import styles from './shell.module.css';

/** The frame around every screen. After a navigation, focus moves to the new screen's main heading. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isTakenOver = useTakenOver();
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <SkipLinkList />
      <Header />
      <PendingScreen />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {isTakenOver && <Footer />}
      <ScrollPositions />
    </>
  );
}
