import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Address parameters to set or, with null, to remove. */
export type AddressChange = Readonly<Record<string, string | null>>;

/** @returns a function that changes parameters of the page's address, leaves the others, and does not scroll. */
export function useChangeAddress(): (change: AddressChange, how?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, { replace = false } = {}) => {
      // The current address, which may not have been rendered yet.
      const parameters = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) parameters.delete(name);
        else parameters.set(name, value);
      }
      void navigate(`?${parameters.toString()}`, { replace, preventScrollReset: true });
    },
    [navigate],
  );
}
