export { createGeopackageDriver, geopackageDriver } from './driver.ts';
