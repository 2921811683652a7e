import { buffer, containsExtent, getHeight, getWidth } from 'ol/extent.js';
import type { Extent } from 'ol/extent.js';
import VectorLayer from 'ol/layer/Vector.js';
import WebGLVectorLayer from 'ol/layer/WebGLVector.js';
import type OpenLayersMap from 'ol/Map.js';
import RenderFeature from 'ol/render/Feature.js';
import VectorSource from 'ol/source/Vector.js';
import type { FlatStyle } from 'ol/style/flat.js';
import type { Drawing } from './drawing.ts';
import { FEW_VERTICES } from './drawing.ts';
import type { Graphics } from './graphics.ts';

/** Beyond this zoom factor since the last drawing, the corners of simplified shapes would become visible. */
const FINEST_REUSE = 1.25;
const COARSEST_REUSE = 3;
/** The margin drawn around the view, as a share of it on each side. */
const MARGIN = 0.5;

/** What each kind of graphics can draw many times a second without making the page wait. */
const MOST_VERTICES: Record<Graphics, number> = { hardware: 400_000, software: 30_000, none: 60_000 };

/** A view to draw, in map coordinates. */
export interface SeenView {
  /** Left, bottom, right, top. */
  readonly extent: readonly [number, number, number, number];
  /** Map units per pixel. */
  readonly resolution: number;
  readonly mostVertices: number;
}

/** The owner of the shapes, usually a worker. */
export interface ShapesSource {
  drawAll(): Promise<Drawing>;
  drawView(view: SeenView): Promise<Drawing>;
}

/** The amount to draw, the graphics, and the style. */
export interface ShapesLook {
  readonly vertices: number;
  readonly graphics: Graphics;
  readonly style: FlatStyle;
}

export interface ShapesLayer {
  readonly layer: VectorLayer | WebGLVectorLayer;
  /**
   * Draws the shapes for the current view, and from then on whenever the view requires it.
   * @param onFailure called when a later drawing fails; the first one rejects.
   */
  follow(map: OpenLayersMap, onFailure: (error: unknown) => void): Promise<void>;
  stop(): void;
}

/**
 * Shapes as a map layer. Few vertices are drawn once, by the canvas renderer. Many are drawn by WebGL if a graphics card backs it (without
 * one, canvas is faster), and again for each view, so that the page has no more in memory than is visible.
 */
export function createShapesLayer(shapes: ShapesSource, { vertices, graphics, style }: ShapesLook): ShapesLayer {
  const source = new VectorSource<RenderFeature>({ useSpatialIndex: false });
  const isLarge = vertices > FEW_VERTICES;
  const layer = isLarge && graphics === 'hardware' ? new WebGLVectorLayer({ source, style, disableHitDetection: true }) : new VectorLayer({ source, style });
  let shown: { extent: Extent; resolution: number } | null = null;
  let latest = 0;
  let end: () => void = () => undefined;

  const show = async (asked: Promise<Drawing>, view: { extent: Extent; resolution: number } | null) => {
    const turn = (latest += 1);
    const drawing = await asked;
    if (turn !== latest) return;
    shown = view;
    source.clear(true);
    source.addFeatures(featuresOf(drawing));
  };

  return {
    layer,
    async follow(map, onFailure) {
      if (!isLarge) return show(shapes.drawAll(), null);
      const update = async () => {
        const view = viewOf(map);
        if (view === null || stillServes(shown, view)) return;
        const [left = 0, bottom = 0, right = 0, top = 0] = view.extent;
        await show(shapes.drawView({ extent: [left, bottom, right, top], resolution: view.resolution, mostVertices: MOST_VERTICES[graphics] }), view);
      };
      const onMoveEnd = () => {
        update().catch(onFailure);
      };
      map.on('moveend', onMoveEnd);
      end = () => {
        map.un('moveend', onMoveEnd);
      };
      await update();
    },
    stop() {
      latest += 1;
      end();
    },
  };
}

function viewOf(map: OpenLayersMap): { extent: Extent; resolution: number } | null {
  const size = map.getSize();
  const resolution = map.getView().getResolution();
  if (size === undefined || resolution === undefined) return null;
  const extent = map.getView().calculateExtent(size);
  return { extent: buffer(extent, Math.max(getWidth(extent), getHeight(extent)) * MARGIN), resolution };
}

/** Whether the drawing covers the view without its margin, at a sufficiently similar resolution. */
function stillServes(shown: { extent: Extent; resolution: number } | null, { extent, resolution }: { extent: Extent; resolution: number }): boolean {
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
