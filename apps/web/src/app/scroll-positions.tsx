import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { ScrollRestoration } from 'react-router';

/**
 * Gives each page its scroll position back, and begins new ones at their top. Whoever has scrolled through the first words before the script
 * arrived stays there: the router takes the first page for a new one.
 */
export function ScrollPositions() {
  const earlyRef = useRef(0);
  // Runs after the effects of the two below.
  useLayoutEffect(() => {
    if (earlyRef.current > 0) window.scrollTo(0, earlyRef.current);
  }, []);
  return (
    <>
      <EarlyPosition earlyRef={earlyRef} />
      <ScrollRestoration />
    </>
  );
}

/** Before the router scrolls: effects run in the order of the elements. */
function EarlyPosition({ earlyRef }: { readonly earlyRef: RefObject<number> }) {
  useLayoutEffect(() => {
    earlyRef.current = window.scrollY;
  }, [earlyRef]);
  return null;
}
