import VectorLayer from 'ol/layer/Vector.js';
import WebGLVectorLayer from 'ol/layer/WebGLVector.js';
import type OpenLayersMap from 'ol/Map.js';
import type { FlatStyle } from 'ol/style/flat.js';
import { DrawnViews } from './drawn-views.ts';
import type { MapView } from './drawn-views.ts';
import type { Drawing } from './drawing.ts';
import { FEW_VERTICES } from './drawing.ts';
import type { Graphics } from './graphics.ts';

/** What each kind of graphics can draw many times a second without making the page wait. */
const MOST_VERTICES: Record<Graphics, number> = { hardware: 400_000, software: 30_000, none: 60_000 };

/** A view to draw with no more than so many vertices. */
export interface SeenView extends MapView {
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
  const drawn = new DrawnViews();
  const isLarge = vertices > FEW_VERTICES;
  const { source } = drawn;
  return {
    layer: isLarge && graphics === 'hardware' ? new WebGLVectorLayer({ source, style, disableHitDetection: true }) : new VectorLayer({ source, style }),
    follow(map, onFailure) {
      if (!isLarge) return drawn.show(shapes.drawAll());
      return drawn.follow(map, (view) => shapes.drawView({ ...view, mostVertices: MOST_VERTICES[graphics] }), onFailure);
    },
    stop: () => drawn.stop(),
  };
}
