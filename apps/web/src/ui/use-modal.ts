import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

interface Modal {
  /** Of the `<dialog>` element. */
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** Closes it as Escape does: the browser gives the focus back to where it was. */
  readonly close: () => void;
}

/** A dialogue that keeps the rest of the page from being used, for as long as its component is there. */
export function useModal(): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return { dialog, close: () => dialog.current?.close() };
}
