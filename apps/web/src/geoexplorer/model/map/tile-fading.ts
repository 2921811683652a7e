import { wantsStillness } from '../../../ui/wants-stillness.ts';

/** Tiles fade in, and each step of it draws the map anew; for visitors who want little motion they are there at once. */
export function tileFading(): { transition?: number } {
  return wantsStillness() ? { transition: 0 } : {};
}
