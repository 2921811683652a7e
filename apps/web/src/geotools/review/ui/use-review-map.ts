import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FindingRow, SheetAnswer } from '../model/messages.ts';
import { ReviewMap } from '../model/review-map.ts';
import type { MapMode, SeenFindings } from '../model/review-map.ts';
import type { ReviewReader } from '../model/review-reader.ts';

/** What the map shows of a layer. */
export interface ShownOnMap {
  readonly mode: MapMode;
  /** How much of the map shows the state before, from 0 to 1. */
  readonly swipe: number;
  readonly selected: FindingRow | null;
  /** Changes whenever other findings are listed. */
  readonly turn: number;
  readonly onPick: (finding: number) => void;
}

interface ShownMap {
  /** The element that the map is drawn into. */
  readonly target: RefObject<HTMLDivElement | null>;
  /** Null until it is drawn. */
  readonly map: ReviewMap | null;
  /** The findings in view; undefined until they are counted. */
  readonly seen: SeenFindings | undefined;
  /** Whether it can no longer be drawn. */
  readonly hasFailed: boolean;
}

/** The map of a layer, which lives as long as the layer is shown and follows what is chosen beside it. */
export function useReviewMap(reader: ReviewReader, index: number, sheet: SheetAnswer, { mode, swipe, selected, turn, onPick }: ShownOnMap): ShownMap {
  const target = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<ReviewMap | null>(null);
  const [seen, setSeen] = useState<SeenFindings>();
  const [hasFailed, setHasFailed] = useState(false);
  const pick = useEffectEvent(onPick);

  useEffect(() => {
    if (target.current === null) return;
    const made = new ReviewMap(reader, index, sheet, {
      onPick: (finding) => pick(finding),
      onSeen: setSeen,
      onFailure: (error) => {
        console.info('The map could not be drawn:', error);
        setHasFailed(true);
      },
    });
    made.show(target.current);
    setMap(made);
    return () => {
      made.close();
      setMap(null);
    };
  }, [reader, index, sheet]);
  useEffect(() => map?.setMode(mode), [map, mode]);
  useEffect(() => map?.setSwipe(swipe), [map, swipe]);
  useEffect(() => map?.refresh(), [map, turn]);
  useEffect(() => map?.select(selected), [map, selected]);
  return { target, map, seen, hasFailed };
}
