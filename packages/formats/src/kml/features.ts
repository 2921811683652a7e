/**
 * KML as a source of features. It is an entry of its own, as the site, which repairs KML in the browser, has no use for it.
 * Its counterpart `createKml` needs a disk and stands beside `createKmz`.
 */
export { openKmlFeatures } from './reading/open-features.ts';
