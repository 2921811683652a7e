import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Parameters of the address to set, or, by null, to remove. */
export type AddressChange = Readonly<Record<string, string | null>>;

/** @returns what changes parameters of the page's address and leaves the others, without scrolling. */
export function useChangeAddress(): (change: AddressChange, how?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, { replace = false } = {}) => {
      // What stands in the address now, which may not have been drawn yet.
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
