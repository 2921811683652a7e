import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fetchLayerGroups } from './layer-groups.ts';
import { setOpacity, shownGroups, toggleGroup, toggleLayer } from './shown-layers.ts';
import type { Choices, ShownGroup } from './shown-layers.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export interface Layers {
  /** Undefined until the list has been loaded. */
  readonly groups: readonly ShownGroup[] | undefined;
  readonly choices: Choices;
  toggleGroup(name: string): void;
  toggleLayer(uuid: string): void;
  setOpacity(uuid: string, opacity: number): void;
}

/** The layer groups and what is shown of them. A list that cannot be had is asked for again, after pauses that grow. */
export function useLayers(initialChoices: Choices): Layers {
  const { data } = useQuery({
    queryKey: ['layer-groups'],
    queryFn: ({ signal }) => fetchLayerGroups(signal),
    retry: true,
    retryDelay: (failures) => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS),
    networkMode: 'always',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [choices, setChoices] = useState(initialChoices);
  const groups = useMemo(() => (data === undefined ? undefined : shownGroups(data, choices)), [data, choices]);
  return {
    groups,
    choices,
    toggleGroup: (name) => {
      setChoices((before) => toggleGroup(data ?? [], before, name));
    },
    toggleLayer: (uuid) => {
      setChoices((before) => toggleLayer(data ?? [], before, uuid));
    },
    setOpacity: (uuid, opacity) => {
      setChoices((before) => setOpacity(before, uuid, opacity));
    },
  };
}
