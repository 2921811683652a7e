export { createGeopackageDriver, geopackageDriver } from './driver.ts';
export type { GeopackageDataset } from './driver.ts';
