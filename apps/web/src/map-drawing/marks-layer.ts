import VectorLayer from 'ol/layer/Vector.js';
import type OpenLayersMap from 'ol/Map.js';
import type { FlatStyle } from 'ol/style/flat.js';
import { DrawnViews } from './drawn-views.ts';
import type { MapView } from './drawn-views.ts';
import type { Drawing } from './drawing.ts';

/** How much nearer the map may come before its marks are hidden. */
const NEAREST = 1.5;

/** The owner of the shapes, usually a worker. */
interface MarksSource {
  drawMarks(view: MapView): Promise<Drawing>;
}

export interface MarksLayer {
  readonly layer: VectorLayer;
  /** Marks what is too small to be seen in the current view, and from then on in each. */
  follow(map: OpenLayersMap, onFailure: (error: unknown) => void): Promise<void>;
  stop(): void;
}

/** Marks of what a layer of shapes has that is too small to be seen, above it. */
export function createMarksLayer(shapes: MarksSource, style: FlatStyle): MarksLayer {
  const drawn = new DrawnViews();
  const layer = new VectorLayer({ source: drawn.source, style });
  const draw = async (view: MapView) => {
    const drawing = await shapes.drawMarks(view);
    // While the map zooms in, what was marked becomes visible, long before there are other marks.
    layer.setMinResolution(view.resolution / NEAREST);
    return drawing;
  };
  return {
    layer,
    follow: (map, onFailure) => drawn.follow(map, draw, onFailure),
    stop: () => drawn.stop(),
  };
}
