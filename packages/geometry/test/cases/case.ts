import type { FindingKind } from '../../src/layer/findings.ts';
import type { RepairOptions } from '../../src/repair-options.ts';
import type { Position, Shape } from '../layers.ts';

/** One thing that can be wrong with a layer, and what the rules make of it. All promises are judged besides. */
export interface Case {
  readonly name: string;
  /** Whose issue, pull request or standard tells of the situation, in short; `ours: why` where none does. */
  readonly source: string;
  /** The rule it stands on, in short. */
  readonly rule: string;
  readonly features: readonly Shape[];
  /** Without options a case is run with `auto` tolerances and with none: both must hold. */
  readonly options?: Partial<RepairOptions>;
  /** Area of each feature afterwards; 0 is an empty geometry. */
  readonly areas?: readonly number[];
  /** Sum of all areas. */
  readonly total?: number;
  /** How far areas and total may be off; relative 1e-9 when absent. */
  readonly tolerance?: number;
  /** Bounds of every area. */
  readonly each?: readonly [number, number];
  /** Nothing is found and nothing changes. */
  readonly unchanged?: true;
  /** Features that must not be in the patch. */
  readonly untouched?: readonly number[];
  /** Positions (in as many ordinates as given) that a feature must have afterwards. */
  readonly vertices?: readonly (readonly [number, Position])[];
  /** Kinds that must be among the findings. */
  readonly finds?: readonly FindingKind[];
  /** How many findings there are, of all kinds. */
  readonly findsOnly?: number;
  /** Number of polygon parts of each feature afterwards. */
  readonly parts?: readonly number[];
  /** The areas are the same when the features stand in reverse. */
  readonly anyOrder?: true;
  /** Two features, and the least length of the border that they share afterwards. */
  readonly sharedBorder?: readonly [number, number, number];
  /** Directions of the first shell of each feature afterwards. */
  readonly clockwise?: readonly boolean[];
}

/** No border is snapped and no gap closed. */
export const NO_TOLERANCES: Partial<RepairOptions> = { snapDistance: 0, maxGapWidth: 0 };
