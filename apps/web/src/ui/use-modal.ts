import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

interface Modal {
  /** Of the `<dialog>` element. */
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** Closes it as Escape does: the browser returns the focus to where it was. */
  readonly close: () => void;
}

/** A dialogue that blocks the rest of the page as long as its component is mounted. */
export function useModal(): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return { dialog, close: () => dialog.current?.close() };
}
