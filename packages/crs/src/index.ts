export { identifySystem } from './identify.ts';
export type { IdentifiedSystem, StatedSystem } from './identify.ts';
export { utmZones } from './known-systems.ts';
export type { UtmZone } from './known-systems.ts';
