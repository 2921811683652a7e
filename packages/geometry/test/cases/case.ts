import type { FindingKind } from '../../src/layer/findings.ts';
import type { RepairOptions } from '../../src/repair-options.ts';
import type { Position, Shape } from '../layers.ts';

/** One thing that can be wrong with a layer, and the result by the rules. All promises are judged as well. */
export interface Case {
  readonly name: string;
  /** In short, whose issue, pull request or standard describes the situation; `ours: why` if none does. */
  readonly source: string;
  /** The rule it is based on, in short. */
  readonly rule: string;
  readonly features: readonly Shape[];
  /** A case without options is run with `auto` tolerances and with none; both must hold. */
  readonly options?: Partial<RepairOptions>;
  /** Area of each feature afterwards; 0 is an empty geometry. */
  readonly areas?: readonly number[];
  /** Sum of all areas. */
  readonly total?: number;
  /** How far areas and the total may be off; relative 1e-9 if absent. */
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
  /** Number of findings of all kinds. */
  readonly findsOnly?: number;
  /** Number of polygon parts of each feature afterwards. */
  readonly parts?: readonly number[];
  /** The areas are the same if the features come in reverse order. */
  readonly anyOrder?: true;
  /** Two features, and the least length of the border that they share afterwards. */
  readonly sharedBorder?: readonly [number, number, number];
  /** Directions of the first shell of each feature afterwards. */
  readonly clockwise?: readonly boolean[];
}

/** No border is snapped and no gap closed. */
export const NO_TOLERANCES: Partial<RepairOptions> = { snapDistance: 0, maxGapWidth: 0 };
