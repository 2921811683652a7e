import type OpenLayersMap from 'ol/Map.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { refusalSentence } from '../../model/map/refusals.ts';
import type { Refusal } from '../../model/map/refusals.ts';
import { NoAnswerError } from '../../model/map/look.ts';
import type { LookedAt, PlaceFeature, Source } from '../../model/map/look.ts';

/** Tolerance in pixels for a finger or a mouse. */
const TOLERANCE_PIXELS = 6;

export interface Found {
  readonly place: LookedAt;
  /** In the order of the sources. */
  readonly features: readonly PlaceFeature[];
  /** How many have not answered yet. */
  readonly open: number;
  /** Who could not answer, grouped by what to do about it. */
  readonly silent: readonly Silent[];
}

export interface Look {
  /** Null until a place is queried. */
  readonly found: Found | null;
  lookAtCenter(): void;
  close(): void;
}

interface Silent {
  readonly names: readonly string[];
  readonly advice: string;
}

type Answer = readonly PlaceFeature[] | 'open' | { readonly refusal: Refusal | null };

/**
 * What lies at a place of the map: the one that was clicked, or the centre. Answers are shown as they arrive.
 * @param sources the current sources, topmost first.
 */
export function useLook(map: OpenLayersMap, sources: () => readonly Source[]): Look {
  const [found, setFound] = useState<Found | null>(null);
  const current = useRef<AbortController>(null);

  const close = () => {
    current.current?.abort();
    current.current = null;
    setFound(null);
  };
  const lookAt = ([x = 0, y = 0]: readonly number[]) => {
    close();
    const look = new AbortController();
    current.current = look;
    const resolution = map.getView().getResolution() ?? 1;
    const place = { x, y, resolution, tolerance: TOLERANCE_PIXELS * resolution };
    const asked = sources();
    const answers: Answer[] = asked.map(() => 'open');
    const tell = () => {
      if (look.signal.aborted) return;
      setFound({
        place,
        features: answers.flatMap((answer) => (answer === 'open' || 'refusal' in answer ? [] : answer)),
        open: answers.filter((answer) => answer === 'open').length,
        silent: silentOnes(asked, answers),
      });
    };
    tell();
    for (const [index, source] of asked.entries()) {
      source
        .ask(place, look.signal)
        .catch((error: unknown): Answer => {
          if (!look.signal.aborted && !(error instanceof NoAnswerError)) console.error(`${source.name} could not be asked what lies at a place:`, error);
          return { refusal: error instanceof NoAnswerError ? error.refusal : null };
        })
        .then((answer) => {
          answers[index] = answer;
          tell();
        })
        .catch(reportError);
    }
  };

  const onClick = useEffectEvent((coordinate: readonly number[]) => {
    lookAt(coordinate);
  });
  useEffect(() => {
    const listener = ({ coordinate }: { coordinate: number[] }) => {
      onClick(coordinate);
    };
    map.on('singleclick', listener);
    return () => {
      map.un('singleclick', listener);
      current.current?.abort();
    };
  }, [map]);
  return {
    found,
    lookAtCenter: () => {
      lookAt(map.getView().getCenter() ?? []);
    },
    close,
  };
}

function silentOnes(asked: readonly Source[], answers: readonly Answer[]): Silent[] {
  const byAdvice = new Map<string, string[]>();
  for (const [index, { name }] of asked.entries()) {
    const answer = answers[index];
    if (answer === 'open' || !('refusal' in answer)) continue;
    const advice = answer.refusal === null ? 'Tente mais tarde.' : refusalSentence(answer.refusal);
    byAdvice.set(advice, [...(byAdvice.get(advice) ?? []), name]);
  }
  return [...byAdvice].map(([advice, names]) => ({ names, advice }));
}
