import { CallFailed } from '@geoinsights/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { whenOnline } from '../../../ui/when-online.ts';
import { fetchLayerGroups } from '../../model/layers/layer-groups.ts';
import { choicesOf } from '../../model/layers/link.ts';
import type { LinkedLayers } from '../../model/layers/link.ts';
import { setOpacity, shownGroups, toggleGroup, toggleLayer } from '../../model/layers/shown-layers.ts';
import type { Choices, ShownGroup } from '../../model/layers/shown-layers.ts';

const QUERY_KEY = ['layer-groups'];
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export interface Layers {
  /** Undefined until the list has been loaded. */
  readonly groups: readonly ShownGroup[] | undefined;
  /** Whether the visitor, or the visitor's link, shows anything other than the catalogue's defaults. */
  readonly isChosen: boolean;
  toggleGroup(name: string): void;
  toggleLayer(uuid: string): void;
  setOpacity(uuid: string, opacity: number): void;
}

/**
 * The layer groups and which of them are shown. A list that fails to load is requested again after growing pauses, and when the network is back, but not
 * before a time that the server states.
 * @param link the layers that the address asks for; null for the catalogue's defaults.
 */
export function useLayers(link: LinkedLayers | null): Layers {
  const client = useQueryClient();
  const { data, failureReason } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => fetchLayerGroups(signal),
    retry: true,
    retryDelay: (failures, error) => Math.max(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), error instanceof CallFailed ? (error.retry?.seconds ?? 0) * 1000 : 0),
    networkMode: 'always',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isLacking = data === undefined && !(failureReason instanceof CallFailed && failureReason.retry !== null);
  useEffect(() => {
    if (!isLacking) return undefined;
    // Fetching again would wait for the end of the pause, too.
    return whenOnline(() => void client.resetQueries({ queryKey: QUERY_KEY }));
  }, [isLacking, client]);
  const linked = useMemo(() => choicesOf(link, data ?? []), [link, data]);
  const [chosen, setChosen] = useState<Choices | null>(null);
  const choices = chosen ?? linked;
  const groups = useMemo(() => (data === undefined ? undefined : shownGroups(data, choices)), [data, choices]);
  const change = (step: (before: Choices) => Choices) => {
    setChosen((before) => step(before ?? linked));
  };
  return {
    groups,
    isChosen: chosen !== null || link !== null,
    toggleGroup: (name) => {
      change((before) => toggleGroup(data ?? [], before, name));
    },
    toggleLayer: (uuid) => {
      change((before) => toggleLayer(data ?? [], before, uuid));
    },
    setOpacity: (uuid, opacity) => {
      change((before) => setOpacity(before, uuid, opacity));
    },
  };
}
