import { setLevel } from 'ol/console.js';
import ScaleLine from 'ol/control/ScaleLine.js';
import Feature from 'ol/Feature.js';
import type { FeatureLike } from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import { defaults } from 'ol/interaction/defaults.js';
import VectorLayer from 'ol/layer/Vector.js';
import OpenLayersMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import Projection from 'ol/proj/Projection.js';
import { getRenderPixel } from 'ol/render.js';
import RenderFeature from 'ol/render/Feature.js';
import VectorSource from 'ol/source/Vector.js';
import View from 'ol/View.js';
import { createShapesLayer } from '../../../map-drawing/shapes-layer.ts';
import type { ShapesLayer } from '../../../map-drawing/shapes-layer.ts';
import { wantsStillness } from '../../../ui/wants-stillness.ts';
import { AFTER_STYLE, beforeStyle, labelStyle, landStyle, markStyle, selectionStyle } from './map-styles.ts';
import type { DrawnAnswer, Extent, FindingRow, SheetAnswer, Side } from './messages.ts';
import { ReviewClosedError } from './review-reader.ts';
import type { ReviewReader } from './review-reader.ts';

// The size of a map without a layout is not known yet, which is not worth a warning.
setLevel('error');

/** Which state of the layer is visible: before, after, or both side by side. */
export type MapMode = Side | 'both';

/** Padding that keeps the fitted extent clear of the buttons at the side and the text at the top. */
const PADDING: readonly [top: number, right: number, bottom: number, left: number] = [40, 60, 40, 40];
const DURATION_MS = 700;
/** How close a click must be, in pixels. */
const REACH = 10;
/** The margin around the view for which marks are requested, as a share of the view on each side. */
const MARGIN = 0.25;
/** The share of surrounding land that is shown with a finding. */
const SURROUNDINGS = 3;
/** The limit of zooming in, in map units per pixel. */
const FINEST = 0.002;

/** What can be seen on the map, in words for those who cannot see it. */
export interface SeenFindings {
  readonly count: number;
  readonly weightiest: FindingRow | null;
}

interface MapEvents {
  readonly onPick: (finding: number) => void;
  readonly onSeen: (seen: SeenFindings) => void;
  /** Drawing failed: the map still shows the previous drawing. */
  readonly onFailure: (error: unknown) => void;
}

/** The map of a layer of the report: a blank background, the state before and after, and the listed findings. It needs no network. */
export class ReviewMap {
  readonly #map: OpenLayersMap;
  readonly #reader: ReviewReader;
  readonly #sheet: number;
  readonly #answer: SheetAnswer;
  readonly #events: MapEvents;
  readonly #sides: Readonly<Record<Side, ShapesLayer>>;
  /** The worker answers clicks on land, so this layer needs neither a spatial index nor whole features. */
  readonly #land = new VectorSource<RenderFeature>({ useSpatialIndex: false });
  // All are replaced with each view: a spatial index would be built and discarded each time.
  readonly #marks = new VectorSource<Feature>({ useSpatialIndex: false });
  readonly #labels = new VectorSource<Feature>({ useSpatialIndex: false });
  readonly #selection = new VectorSource<Feature>();
  /** Position of the line between before and after, as a share of the width. */
  #swipe = 0.5;
  #mode: MapMode = 'both';
  #turn = 0;
  #isClosed = false;
  /** The view before the map moved to a finding. */
  #viewBefore: { readonly center: number[]; readonly resolution: number } | null = null;

  constructor(reader: ReviewReader, sheet: number, answer: SheetAnswer, events: MapEvents) {
    this.#reader = reader;
    this.#sheet = sheet;
    this.#answer = answer;
    this.#events = events;
    const side = (which: Side) =>
      createShapesLayer(
        { drawAll: () => reader.drawAll(sheet, which), drawView: (view) => reader.drawView(sheet, which, view) },
        // A canvas suffices: it is clipped at the slider, and draws no more than a view can show.
        { vertices: answer.vertices[which], graphics: 'none', style: which === 'before' ? beforeStyle(answer.vertices.before) : AFTER_STYLE },
      );
    this.#sides = { before: side('before'), after: side('after') };
    this.#map = new OpenLayersMap({
      layers: [
        this.#sides.before.layer,
        this.#sides.after.layer,
        new VectorLayer({ source: this.#land, style: landStyle }),
        new VectorLayer({ source: this.#labels, style: labelStyle, declutter: true }),
        new VectorLayer({ source: this.#marks, style: markStyle }),
        new VectorLayer({ source: this.#selection, style: selectionStyle }),
      ],
      controls: answer.isGeographic || answer.metresPerUnit !== null ? [new ScaleLine()] : [],
      interactions: defaults({ onFocusOnly: false }),
      view: new View({ projection: projectionOf(answer), center: centreOf(answer.extent), resolution: 1, minResolution: FINEST, maxResolution: 1e6, enableRotation: false, constrainResolution: false }),
    });
    this.#clipSides();
    this.#map.on('moveend', this.#onMoveEnd);
    this.#map.on('singleclick', this.#onClick);
  }

  /** Attaches the map to the page, initially with the whole layer. */
  show(target: HTMLElement): void {
    this.#map.setTarget(target);
    this.#fit(this.#answer.extent, 'at once');
    for (const side of [this.#sides.before, this.#sides.after]) {
      side.follow(this.#map, this.#failed).catch(this.#failed);
    }
    this.refresh();
  }

  close(): void {
    this.#isClosed = true;
    this.#sides.before.stop();
    this.#sides.after.stop();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }

  setMode(mode: MapMode): void {
    this.#mode = mode;
    this.#sides.before.layer.setVisible(mode !== 'after');
    this.#sides.after.layer.setVisible(mode !== 'before');
    this.#map.render();
  }

  setSwipe(share: number): void {
    this.#swipe = share;
    this.#map.render();
  }

  /** Zooms by a factor around the centre. */
  zoom(factor: number): void {
    const view = this.#map.getView();
    view.animate({ resolution: (view.getResolution() ?? 1) / factor, duration: wantsStillness() ? 0 : 200 });
  }

  showAll(): void {
    this.#viewBefore = null;
    this.#fit(this.#answer.extent, 'in motion');
  }

  /** Moves to a finding and marks it; null removes the mark and returns to the previous view. */
  select(row: FindingRow | null): void {
    this.#selection.clear(true);
    if (row === null) {
      const before = this.#viewBefore;
      this.#viewBefore = null;
      if (before !== null) this.#map.getView().animate({ ...before, duration: wantsStillness() ? 0 : DURATION_MS });
      return;
    }
    if (row.extent === null) return;
    const [left, bottom, right, top] = row.extent;
    this.#selection.addFeature(new Feature({ geometry: new Point([(left + right) / 2, (bottom + top) / 2]), extent: row.extent }));
    const view = this.#map.getView();
    this.#viewBefore ??= { center: view.getCenter() ?? [0, 0], resolution: view.getResolution() ?? 1 };
    this.#fit(withSurroundings(row.extent, this.#answer.extent), 'in motion');
  }

  /** Requests the marks again after a change of filter or view. */
  refresh(): void {
    const view = this.#map.getView();
    const size = this.#map.getSize();
    const resolution = view.getResolution();
    if (this.#isClosed || size === undefined || resolution === undefined) return;
    const [left = 0, bottom = 0, right = 0, top = 0] = view.calculateExtent(size);
    const margin = Math.max(right - left, top - bottom) * MARGIN;
    const turn = (this.#turn += 1);
    this.#reader
      .marks(this.#sheet, { extent: [left - margin, bottom - margin, right + margin, top + margin], window: [left, bottom, right, top], resolution })
      .then(({ marks, drawn, labels, seen, weightiest }) => {
        if (turn !== this.#turn || this.#isClosed) return;
        this.#events.onSeen({ count: seen, weightiest });
        replace(this.#land, drawn.map(featureOf));
        replace(this.#marks, marks.map(({ x, y, ...mark }) => new Feature({ geometry: new Point([x, y]), ...mark })));
        replace(this.#labels, labels.map(({ x, y, text }) => new Feature({ geometry: new Point([x, y]), text })));
        // For tests from outside, which wait for it.
        this.#map.once('rendercomplete', () => this.#map.getTargetElement()?.setAttribute('data-drawn', String(marks.length)));
      })
      .catch(this.#failed);
  }

  readonly #onMoveEnd = () => {
    this.refresh();
  };

  readonly #onClick = (event: MapBrowserEvent) => {
    const mark = this.#map.forEachFeatureAtPixel(event.pixel, findingOf, { hitTolerance: REACH, layerFilter: (layer) => layer.getSource() === this.#marks });
    if (mark !== undefined) {
      this.#events.onPick(mark);
      return;
    }
    const [x = 0, y = 0] = event.coordinate;
    this.#reader
      .hit(this.#sheet, x, y, REACH * (this.#map.getView().getResolution() ?? 1))
      .then((finding) => {
        if (finding !== null && !this.#isClosed) this.#events.onPick(finding);
      })
      .catch(this.#failed);
  };

  readonly #failed = (error: unknown) => {
    if (!(error instanceof ReviewClosedError) && !this.#isClosed) this.#events.onFailure(error);
  };

  /** In the mode that shows both, each side ends at the slider. */
  #clipSides(): void {
    for (const which of ['before', 'after'] as const) {
      const { layer } = this.#sides[which];
      layer.on('prerender', (event) => {
        const { context } = event;
        const [width = 0, height = 0] = this.#map.getSize() ?? [];
        if (this.#mode !== 'both' || !(context instanceof CanvasRenderingContext2D)) return;
        const line = width * this.#swipe;
        const [from, to] = which === 'before' ? [0, line] : [line, width];
        context.save();
        context.beginPath();
        for (const [x, y] of [[from, 0], [to, 0], [to, height], [from, height]] as const) {
          const [pixelX = 0, pixelY = 0] = getRenderPixel(event, [x, y]);
          context.lineTo(pixelX, pixelY);
        }
        context.closePath();
        context.clip();
      });
      layer.on('postrender', ({ context }) => {
        if (this.#mode === 'both' && context instanceof CanvasRenderingContext2D) context.restore();
      });
    }
  }

  #fit(extent: Extent | null, how: 'at once' | 'in motion'): void {
    if (extent === null) return;
    this.#map.getView().fit(extent, { padding: [...PADDING], minResolution: FINEST, ...(how === 'in motion' && !wantsStillness() ? { duration: DURATION_MS } : {}) });
  }
}

function replace<Drawn extends FeatureLike>(source: VectorSource<Drawn>, features: Drawn[]): void {
  source.clear(true);
  source.addFeatures(features);
}

function findingOf(feature: FeatureLike): number | undefined {
  const finding: unknown = feature.get('finding');
  return typeof finding === 'number' ? finding : undefined;
}

function featureOf({ coordinates, ends, isLand, weight, finding }: DrawnAnswer): RenderFeature {
  return new RenderFeature(isLand ? 'Polygon' : 'MultiLineString', Array.from(coordinates), ends, 2, { weight, isLand }, finding);
}

/** Degrees are drawn in web Mercator, which preserves angles; planar coordinates are drawn unchanged, so that their system need not be known. */
function projectionOf({ isGeographic, metresPerUnit }: SheetAnswer): Projection | string {
  if (isGeographic) return 'EPSG:3857';
  return new Projection({ code: 'layer', units: 'm', getPointResolution: (resolution) => resolution * (metresPerUnit ?? 1) });
}

function centreOf(extent: Extent | null): [number, number] {
  return extent === null ? [0, 0] : [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
}

/** Three times as wide; for a point, a hundredth of the layer. */
function withSurroundings([left, bottom, right, top]: Extent, whole: Extent | null): Extent {
  const least = whole === null ? 10 : Math.max(whole[2] - whole[0], whole[3] - whole[1]) / 100;
  const half = (Math.max(right - left, top - bottom, least / SURROUNDINGS) * SURROUNDINGS) / 2;
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return [x - half, y - half, x + half, y + half];
}
