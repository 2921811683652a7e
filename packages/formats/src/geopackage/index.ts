export { createGeopackageDriver, geopackageDriver } from './driver.ts';
export { openGeopackageFeatures } from './reading/open-features.ts';
export { createGeopackage, geopackageCreator } from './writing/create-geopackage.ts';
