import type OpenLayersMap from 'ol/Map.js';
import { useEffect } from 'react';

/** As map-card.module.css has it: fits on A4 and on Letter, upright. */
const PAPER_PX: readonly [width: number, height: number] = [672, 576];

/**
 * Prints all of the map that was on the screen, at a scale of its own: what was drawn for a wider column would be cut off at the side. Layouts for
 * paper have no observer, so that the map is drawn again just before.
 */
export function usePaperSize(map: OpenLayersMap): void {
  useEffect(() => {
    let onScreen: number | undefined;
    const view = map.getView();
    const draw = () => {
      onScreen = view.getResolution();
      const [width = 0, height = 0] = map.getSize() ?? [];
      // A map in a hidden column has no size: it is printed at its own scale.
      if (onScreen !== undefined && width > 0 && height > 0) view.setResolution(onScreen * Math.max(width / PAPER_PX[0], height / PAPER_PX[1]));
      map.setSize([...PAPER_PX]);
      map.renderSync();
    };
    const restore = () => {
      if (onScreen !== undefined) view.setResolution(onScreen);
      onScreen = undefined;
      map.updateSize();
    };
    window.addEventListener('beforeprint', draw);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', draw);
      window.removeEventListener('afterprint', restore);
    };
  }, [map]);
}
