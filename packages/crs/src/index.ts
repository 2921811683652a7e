export { esriWellKnownText } from './esri-text.ts';
export { identifySystem } from './identify.ts';
export type { IdentifiedSystem, StatedSystem } from './identify.ts';
export { systemOfCode, utmZones } from './known-systems.ts';
export type { KnownSystem, UtmZone } from './known-systems.ts';
