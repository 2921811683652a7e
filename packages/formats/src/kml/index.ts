import type { FormatDriver } from '../driver.ts';
import { applyKml } from './apply.ts';
import { kmlAttributes } from './attributes.ts';
import { openKml, type KmlDataset } from './dataset.ts';

export type { KmlDataset } from './dataset.ts';

/** KML 1.0 to 2.3. Runs in Node and in a browser worker. */
export const kmlDriver: FormatDriver<KmlDataset> = {
  format: 'kml',
  open: openKml,
  apply: async (opened, patches, to) => ({ files: await applyKml(opened, patches, to), notes: [] }),
  attributes: kmlAttributes,
};
