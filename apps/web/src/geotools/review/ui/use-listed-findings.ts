import { useEffect, useState } from 'react';
import { LatestAnswer } from '../../../ui/latest-answer.ts';
import { untilCleanup } from '../../../ui/until-cleanup.ts';
import type { ReviewReader } from '../model/review-reader.ts';
import type { FindingFilter } from './finding-filters.tsx';
import type { Selected } from './selected.ts';

interface Listing {
  readonly count: number;
  readonly turn: number;
  /** The filter that the listed findings passed; null before the first list. */
  readonly passed: FindingFilter | null;
}

interface ListedFindings {
  readonly count: number;
  /** Whether there has been a list: before, it would be wrong that there is nothing in it. */
  readonly isRead: boolean;
  /** Changes whenever other findings are listed. */
  readonly turn: number;
  readonly selected: Selected | null;
  /** Whether the findings cannot be read any more. */
  readonly hasFailed: boolean;
  readonly fail: (error: unknown) => void;
  /** Selects the finding at this place of the list; ignored while another list is on its way, in which the place would mean another finding. */
  readonly select: (place: number) => void;
  /** Selects a finding if it is listed. */
  readonly selectFinding: (finding: number) => void;
  readonly unselect: () => void;
}

/** The findings of a layer that pass a filter, and the one that is selected. */
export function useListedFindings(reader: ReviewReader, index: number, filter: FindingFilter): ListedFindings {
  const [{ count, turn, passed }, setListing] = useState<Listing>({ count: 0, turn: 0, passed: null });
  const [selected, setSelected] = useState<Selected | null>(null);
  // A place in the list means another finding, or none, once the selection is taken back for another filter.
  const [choice] = useState(() => new LatestAnswer<Selected | null>());
  const [hasFailed, setHasFailed] = useState(false);
  const fail = (error: unknown) => {
    console.info('The findings could not be read:', error);
    setHasFailed(true);
  };
  const show = (found: Selected | null) => {
    if (found !== null) setSelected(found);
  };
  useEffect(() => {
    const { weights, kind, search } = filter;
    const listed = reader.filter(index, { weights, kinds: kind === '' ? null : [kind], search });
    return untilCleanup(listed, (number) => setListing((before) => ({ count: number, turn: before.turn + 1, passed: filter })), fail);
  }, [reader, index, filter]);
  return {
    count,
    isRead: passed !== null,
    turn,
    selected,
    hasFailed,
    fail,
    select: (place) => {
      if (passed !== filter || place < 0 || place >= count) return;
      const found = reader.rows(index, place, place + 1).then((rows) => rows.slice(0, 1).map((row) => ({ place, row })).at(0) ?? null);
      choice.ask(found, show, fail);
    },
    selectFinding: (finding) => {
      const found = reader.locate(index, finding).then(({ place, row }) => (place === null ? null : { place, row }));
      choice.ask(found, show, fail);
    },
    unselect: () => {
      choice.forget();
      setSelected(null);
    },
  };
}
