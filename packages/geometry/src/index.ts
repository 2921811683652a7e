export { PartKind } from './layer.ts';
export type { Layer, Patch } from './layer.ts';
export type { CoordinateUnits, RepairOptions, Tolerances } from './options.ts';
export { FINDING_ACTIONS, FINDING_KINDS } from './findings.ts';
export type { FindingAction, FindingKind, Findings } from './findings.ts';
