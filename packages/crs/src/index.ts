export { identifySystem } from './identify.ts';
export type { IdentifiedSystem, StatedSystem } from './identify.ts';
export { systemOfCode, utmZones } from './known-systems.ts';
export type { KnownSystem, UtmZone } from './known-systems.ts';
export { candidateSystems, systemGiven, systemNamed } from './named-systems.ts';
export { nationalSystemCalled } from './national-systems.ts';
export { statedSystem } from './stated-system.ts';
export type { KnownStatedSystem } from './stated-system.ts';
export { esriWellKnownText, wellKnownText } from './write-well-known-text.ts';
