import type { DatasetNote } from './driver.ts';

const MOST_NOTES = 50;

/** As many notes as anybody reads: a hostile file can trigger any number. */
export function limited(notes: readonly DatasetNote[]): readonly DatasetNote[] {
  if (notes.length <= MOST_NOTES) return notes;
  const left = notes.length - MOST_NOTES;
  return [...notes.slice(0, MOST_NOTES), { code: 'notes-left-out', text: left === 1 ? 'One more note on this file is not listed.' : `${left} more notes on this file are not listed.` }];
}
