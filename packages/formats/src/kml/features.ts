/**
 * Reads features from KML. This is an entry of its own because the site, which repairs KML in the browser, does not need it.
 * Its counterpart `createKml` needs a disk and is exported with `createKmz`.
 */
export { openKmlFeatures } from './reading/open-features.ts';
