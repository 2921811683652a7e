import type OpenLayersMap from 'ol/Map.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AddedLayer } from '../../model/map/layer-service.ts';
import { refusalSentence } from '../../model/map/refusals.ts';
import type { Refusal } from '../../model/map/refusals.ts';
import { NoAnswerError } from '../../model/map/look.ts';
import type { LookedAt, PlaceAnswer, PlaceFeature, Source } from '../../model/map/look.ts';
import type { CarEntry } from '../../model/registry/car-entries.ts';

/** Tolerance in pixels for a finger or a mouse. */
const TOLERANCE_PIXELS = 6;

/** The region of interest: the selected property, and the visitor's own areas. */
export interface Region {
  readonly car: CarEntry | null;
  readonly areas: AddedLayer | null;
}

export interface Found {
  readonly place: LookedAt;
  /** In the order of the sources. */
  readonly features: readonly PlaceFeature[];
  /** Sentences of sources that have more than these. */
  readonly more: readonly string[];
  /** How many have not answered yet. */
  readonly open: number;
  /** Who could not answer, grouped by what to do about it. */
  readonly silent: readonly Silent[];
  /** The keys of these sources. */
  readonly named: readonly string[];
  readonly region: Region;
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

type Answer = PlaceAnswer | 'open' | { readonly refusal: Refusal | null };

/**
 * What is at a place on the map: the clicked one, or the centre. Answers are shown as they arrive, and only as long as the region
 * and the sources they come from are on the map.
 * @param sources the current sources, topmost first.
 */
export function useLook(map: OpenLayersMap, sources: () => readonly Source[], region: Region): Look {
  const [found, setFound] = useState<Found | null>(null);
  const current = useRef<AbortController>(null);

  const lookAt = ([x = 0, y = 0]: readonly number[]) => {
    current.current?.abort();
    const look = new AbortController();
    current.current = look;
    const resolution = map.getView().getResolution() ?? 1;
    const place = { x, y, resolution, tolerance: TOLERANCE_PIXELS * resolution };
    const asked = sources();
    const answers: Answer[] = asked.map(() => 'open');
    const soFar = (): Found => ({
      place,
      features: answers.flatMap((answer) => (isKnown(answer) ? answer.features : [])),
      more: answers.flatMap((answer) => (isKnown(answer) ? (answer.more ?? []) : [])),
      open: answers.filter((answer) => answer === 'open').length,
      silent: silentOnes(asked, answers),
      named: asked.filter((_, index) => !hasNothing(answers[index])).map(({ key }) => key),
      region,
    });
    setFound(soFar());
    for (const [index, source] of asked.entries()) {
      source
        .ask(place, look.signal)
        .catch((error: unknown): Answer => {
          if (!look.signal.aborted && !(error instanceof NoAnswerError)) console.error(`${source.name} could not be asked what lies at a place:`, error);
          return { refusal: error instanceof NoAnswerError ? error.refusal : null };
        })
        .then((answer) => {
          answers[index] = answer;
          // Another place may have been queried by now, or none.
          setFound((shown) => (shown?.place === place ? soFar() : shown));
        })
        .catch(reportError);
    }
  };

  if (found !== null && (found.region.car !== region.car || found.region.areas !== region.areas || !areAll(found.named, sources()))) setFound(null);
  useEffect(() => {
    if (found === null) current.current?.abort();
  }, [found]);
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
    close: () => {
      setFound(null);
    },
  };
}

function areAll(keys: readonly string[], sources: readonly Source[]): boolean {
  return keys.every((key) => sources.some((source) => source.key === key));
}

function isKnown(answer: Answer | undefined): answer is PlaceAnswer {
  return answer !== undefined && answer !== 'open' && !('refusal' in answer);
}

function hasNothing(answer: Answer | undefined): boolean {
  return isKnown(answer) && answer.features.length === 0;
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
