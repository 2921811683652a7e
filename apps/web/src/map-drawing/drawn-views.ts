import { buffer, containsExtent, getHeight, getWidth } from 'ol/extent.js';
import type OpenLayersMap from 'ol/Map.js';
import RenderFeature from 'ol/render/Feature.js';
import VectorSource from 'ol/source/Vector.js';
import type { Drawing } from './drawing.ts';
import type { Extent } from './projected-layer.ts';

/** Beyond this zoom factor since the last drawing, the corners of simplified shapes would become visible. */
const FINEST_REUSE = 1.25;
const COARSEST_REUSE = 3;
/** The margin drawn around the view, as a share of it on each side. */
const MARGIN = 0.5;

/** A view of the map, in its coordinates. */
export interface MapView {
  /** Left, bottom, right, top. */
  readonly extent: Extent;
  /** Map units per pixel. */
  readonly resolution: number;
}

/** The features of one layer of the map: a drawing of everything, or of each view that the last one does not serve. */
export class DrawnViews {
  readonly source = new VectorSource<RenderFeature>({ useSpatialIndex: false });
  #shown: MapView | null = null;
  #latest = 0;
  #end: () => void = () => undefined;

  async show(asked: Promise<Drawing>, view: MapView | null = null): Promise<void> {
    const turn = (this.#latest += 1);
    const drawing = await asked;
    if (turn !== this.#latest) return;
    this.#shown = view;
    this.source.clear(true);
    this.source.addFeatures(featuresOf(drawing));
  }

  /**
   * Draws the current view, and from then on whenever the view requires it.
   * @param onFailure called when a later drawing fails; the first one rejects.
   */
  async follow(map: OpenLayersMap, draw: (view: MapView) => Promise<Drawing>, onFailure: (error: unknown) => void): Promise<void> {
    const update = async () => {
      const view = viewOf(map);
      if (view !== null && !stillServes(this.#shown, view)) await this.show(draw(view), view);
    };
    const onMoveEnd = () => {
      update().catch(onFailure);
    };
    map.on('moveend', onMoveEnd);
    this.#end = () => {
      map.un('moveend', onMoveEnd);
    };
    await update();
  }

  stop(): void {
    this.#latest += 1;
    this.#end();
  }
}

function viewOf(map: OpenLayersMap): MapView | null {
  const size = map.getSize();
  const resolution = map.getView().getResolution();
  if (size === undefined || resolution === undefined) return null;
  const seen = map.getView().calculateExtent(size);
  const [left = 0, bottom = 0, right = 0, top = 0] = buffer(seen, Math.max(getWidth(seen), getHeight(seen)) * MARGIN);
  return { extent: [left, bottom, right, top], resolution };
}

/** Whether the drawing covers the view without its margin, at a sufficiently similar resolution. */
function stillServes(shown: MapView | null, { extent, resolution }: MapView): boolean {
  if (shown === null) return false;
  const margin = (Math.max(getWidth(extent), getHeight(extent)) * MARGIN) / (1 + 2 * MARGIN);
  const ratio = resolution / shown.resolution;
  return containsExtent(shown.extent, buffer(extent, -margin)) && ratio > 1 / FINEST_REUSE && ratio < COARSEST_REUSE;
}

/** One feature for each bundle of polygons, one for all lines, one for all points: few features for the renderer to handle. */
function featuresOf({ polygons, ringEnds, bundleEnds, lines, lineEnds, points }: Drawing): RenderFeature[] {
  return [
    ...Array.from(bundleEnds, (end, bundle) => bundleFeature(polygons, ringEnds.subarray(bundleEnds[bundle - 1] ?? 0, end), ringEnds[(bundleEnds[bundle - 1] ?? 0) - 1] ?? 0, bundle)),
    ...(lineEnds.length > 0 ? [new RenderFeature('MultiLineString', Array.from(lines), Array.from(lineEnds), 2, {}, 'lines')] : []),
    ...(points.length > 0 ? [new RenderFeature('MultiPoint', Array.from(points), [], 2, {}, 'points')] : []),
  ];
}

function bundleFeature(polygons: Float64Array, ringEnds: Int32Array, start: number, bundle: number): RenderFeature {
  const coordinates = Array.from(polygons.subarray(start, ringEnds.at(-1)));
  const ends = Array.from(ringEnds, (end) => end - start);
  return new RenderFeature('Polygon', coordinates, ends, 2, {}, `polygons-${bundle}`);
}
