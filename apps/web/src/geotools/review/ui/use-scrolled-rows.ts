import { useEffect, useState } from 'react';
import type { RefObject, UIEvent } from 'react';

/** Height of a row in rem. In a narrow list the kind and the names take two lines each. */
const ROW_REM = 4.5;
const NARROW_ROW_REM = 6.75;
const NARROW_REM = 26;
/** Rows above and below the visible ones. */
const SPARE = 8;
/** Browsers cannot scroll beyond some tens of millions of pixels: a longer list scrolls in larger steps. */
const TALLEST = 8_000_000;

interface ScrolledRows {
  /** The rows in sight and some beyond, `[first, end)`. */
  readonly first: number;
  readonly end: number;
  /** Heights in pixels: of a row, and of what is scrolled. */
  readonly row: number;
  readonly height: number;
  /** Whether all rows are in sight at once. */
  readonly areAllInSight: boolean;
  /** As many rows as a page key moves by. */
  readonly page: number;
  /** Where a row begins, in pixels from the top of what is scrolled. */
  topOf(place: number): number;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

/** Which rows of a list of any length are in sight. Scrolls to the selected one if it is not. */
export function useScrolledRows(box: RefObject<HTMLElement | null>, count: number, selected: number | null): ScrolledRows {
  const [scroll, setScroll] = useState({ top: 0, height: 400, row: 72 });
  const { row } = scroll;
  const whole = count * row;
  const height = Math.min(whole, TALLEST);
  // How far the rows move per scrolled pixel; 1 unless the list is too tall.
  const stretch = height > scroll.height ? (whole - scroll.height) / (height - scroll.height) : 1;
  const offset = scroll.top * stretch;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setScroll({ top: element.scrollTop, height: element.clientHeight, row: rem * (element.clientWidth < rem * NARROW_REM ? NARROW_ROW_REM : ROW_REM) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  useEffect(() => {
    const element = box.current;
    if (element === null || selected === null) return;
    const top = selected * row;
    const seenFrom = element.scrollTop * stretch;
    if (top >= seenFrom && top + row <= seenFrom + element.clientHeight) return;
    element.scrollTo({ top: Math.max(0, top - (element.clientHeight - row) / 2) / stretch });
  }, [box, selected, row, stretch]);

  return {
    first: Math.max(0, Math.floor(offset / row) - SPARE),
    end: Math.min(count, Math.ceil((offset + scroll.height) / row) + SPARE),
    row,
    height,
    areAllInSight: whole <= scroll.height,
    page: Math.max(1, Math.floor(scroll.height / row) - 1),
    topOf: (place) => place * row - offset + scroll.top,
    onScroll: (event) => {
      const { scrollTop: top, clientHeight } = event.currentTarget;
      setScroll((known) => ({ ...known, top, height: clientHeight }));
    },
  };
}
