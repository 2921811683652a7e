import { useEffect, useRef, useState } from 'react';
import type { Explorer } from '../explorer.ts';
import { createAreasLayer } from './areas/areas-layer.ts';
import type { AreasLayer } from './areas/areas-layer.ts';
import { AreasReader } from './areas/areas-reader.ts';
import type { ChosenFile } from './areas/areas-reader.ts';
import type { FileOutcome, FoundFeature } from './areas/messages.ts';

export interface ListedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Undefined for a file that is only listed. */
  readonly outcome: FileOutcome | undefined;
}

export interface Areas {
  readonly files: readonly ListedFile[];
  /** Files from the file dialogue: listed, and read if they are of one of the two formats. */
  choose(files: readonly File[]): void;
  /** Files that were dropped: listed and no more. */
  drop(files: readonly File[]): void;
  /** The features of the drawn files at a position of the map. */
  look(x: number, y: number, tolerance: number): Promise<FoundFeature[]>;
}

interface Pick {
  readonly reader: AreasReader;
  layer: AreasLayer | null;
  /** Whether all its files could be read so far. */
  isWhole: boolean;
}

/**
 * The files that were chosen last, and the one layer that is made of them.
 * @param onDrawn told when every file of a pick that was read is on the map.
 */
export function useAreas({ map, layerService }: Explorer, onDrawn: () => void): Areas {
  const [files, setFiles] = useState<readonly ListedFile[]>([]);
  const reading = useRef<Pick>(null);
  const shown = useRef<Pick>(null);

  useEffect(
    () => () => {
      end(reading.current);
      end(shown.current);
    },
    [],
  );

  const list = (chosen: readonly File[]) => {
    if (reading.current !== shown.current) end(reading.current);
    reading.current = null;
    setFiles(chosen.map((file) => ({ name: file.name, size: file.size, outcome: formatOf(file) === null ? undefined : WAITING })));
  };

  const choose = (chosen: readonly File[]) => {
    list(chosen);
    const readable = chosen.flatMap((file, index): ChosenFile[] => {
      const format = formatOf(file);
      return format === null ? [] : [{ index, format, file }];
    });
    if (readable.length === 0) return;
    const pick: Pick = { reader: new AreasReader(), layer: null, isWhole: true };
    reading.current = pick;
    const set = (index: number, outcome: FileOutcome) => {
      if (outcome.state === 'unreadable') pick.isWhole = false;
      if (reading.current === pick) setFiles((before) => before.map((file, at) => (at === index ? { ...file, outcome } : file)));
    };
    const show = async () => {
      const read = await pick.reader.read(readable, set);
      if (reading.current !== pick) return;
      reading.current = null;
      const { extent } = read;
      if (extent === null) {
        end(pick);
        return;
      }
      pick.layer = createAreasLayer(pick.reader, read, extent);
      end(shown.current);
      shown.current = pick;
      if (pick.isWhole) onDrawn();
      layerService.add({ layer: pick.layer.layer, extent });
      await pick.layer.follow(map);
      // For those who wait for it: the benchmark, and whoever looks from outside.
      map.once('rendercomplete', () => {
        map.getTargetElement()?.setAttribute('data-drawn', '');
      });
    };
    show().catch(() => {
      for (const { index } of readable) set(index, NO_WORKER);
      end(pick);
    });
  };

  return {
    files,
    choose,
    drop: (dropped) => {
      list(dropped);
      setFiles(dropped.map(({ name, size }) => ({ name, size, outcome: undefined })));
    },
    look: (x, y, tolerance) => shown.current?.reader.look(x, y, tolerance) ?? Promise.resolve([]),
  };
}

const WAITING: FileOutcome = { state: 'reading', share: 0 };
const NO_WORKER: FileOutcome = { state: 'unreadable', reason: 'este navegador não conseguiu processar o arquivo. Recarregue a página e tente de novo.' };

function end(pick: Pick | null): void {
  pick?.layer?.stop();
  pick?.reader.close();
}

/** By the extension of the name, in upper or lower case. */
function formatOf({ name }: File): 'kml' | 'shapefile' | null {
  if (/\.kml$/i.test(name)) return 'kml';
  return /\.shp$/i.test(name) ? 'shapefile' : null;
}
