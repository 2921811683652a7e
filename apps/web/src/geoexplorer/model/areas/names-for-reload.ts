import { z } from 'zod';

const KEY = 'geoinsights.shown-areas';
const namesSchema = z.array(z.string());

/**
 * The names of the files whose areas this tab shows. A reload drops the areas, and afterwards the page can say which. They are in the
 * session's storage, so they go with the tab. In a browser that stores nothing there are never any.
 */
export const namesForReload = {
  keep(names: readonly string[]): void {
    try {
      if (names.length === 0) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify(names));
    } catch {
      // Storage is forbidden or full.
    }
  },
  read(): readonly string[] {
    try {
      return namesSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
    } catch {
      return [];
    }
  },
};
