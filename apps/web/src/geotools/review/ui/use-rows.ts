import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FindingRow } from '../model/messages.ts';
import { ReviewClosedError } from '../model/review-reader.ts';
import type { ReviewReader } from '../model/review-reader.ts';

/** Rows requested at a time. */
const CHUNK = 50;
/** Chunks further away than this are forgotten, and requested again when they come near. */
const MOST_CHUNKS_AWAY = 20;

/** The rows of a list of findings around those in sight, as far as they have arrived. @param onFailure the findings cannot be read any more */
export function useRows(reader: ReviewReader, index: number, { first, end }: { readonly first: number; readonly end: number }, onFailure: (error: unknown) => void): (place: number) => FindingRow | undefined {
  const asked = useRef(new Set<number>());
  const [chunks, setChunks] = useState<ReadonlyMap<number, readonly FindingRow[]>>(new Map());
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    const firstChunk = Math.floor(first / CHUNK);
    for (let chunk = firstChunk; chunk * CHUNK < end; chunk += 1) {
      if (asked.current.has(chunk)) continue;
      asked.current.add(chunk);
      reader.rows(index, chunk * CHUNK, (chunk + 1) * CHUNK).then(
        (rows) => {
          setChunks((known) => new Map([...known].filter(([other]) => Math.abs(other - chunk) < MOST_CHUNKS_AWAY)).set(chunk, rows));
        },
        (error: unknown) => {
          asked.current.delete(chunk);
          if (!(error instanceof ReviewClosedError)) fail(error);
        },
      );
    }
    for (const chunk of asked.current) if (Math.abs(chunk - firstChunk) >= MOST_CHUNKS_AWAY) asked.current.delete(chunk);
  }, [reader, index, first, end]);
  return (place) => chunks.get(Math.floor(place / CHUNK))?.[place % CHUNK];
}
