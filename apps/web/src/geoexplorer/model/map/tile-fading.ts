import { wantsStillness } from '../../../ui/wants-stillness.ts';

/** Tiles fade in, and each step redraws the map. For visitors who prefer reduced motion they appear at once. */
export function tileFading(): { transition?: number } {
  return wantsStillness() ? { transition: 0 } : {};
}
