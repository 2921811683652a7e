import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Address parameters to set or, with null, to remove. */
export type AddressChange = Readonly<Record<string, string | null>>;

interface How {
  readonly replace?: boolean;
  /** The page shows the change when the promise is fulfilled; otherwise it may come a little later. */
  readonly atOnce?: boolean;
}

/** @returns a function that changes parameters of the page's address, leaves the others, and does not scroll. */
export function useChangeAddress(): (change: AddressChange, how?: How) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (change, { replace = false, atOnce = false } = {}) => {
      // The current address, which may not have been rendered yet.
      const parameters = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) parameters.delete(name);
        else parameters.set(name, value);
      }
      await navigate(`?${parameters.toString()}`, { replace, preventScrollReset: true, flushSync: atOnce });
    },
    [navigate],
  );
}
