import type { Cells } from './cells.ts';
import { NO_OWNER } from './owner.ts';
import type { FeatureRegions } from './regions.ts';

/**
 * The final owner of each face. A code is a feature, NO_OWNER for a void, or −2 − s for an overlap that is kept, where s
 * is its set of features.
 */
export class Coverage {
  readonly codeOfFace: Int32Array;
  private readonly regions: FeatureRegions;

  constructor(codeOfFace: Int32Array, regions: FeatureRegions) {
    this.codeOfFace = codeOfFace;
    this.regions = regions;
  }

  static ofCells(codeOfCell: Int32Array, cells: Cells, regions: FeatureRegions): Coverage {
    const codeOfFace = new Int32Array(cells.cellOfFace.length);
    for (let face = 0; face < codeOfFace.length; face++) codeOfFace[face] = codeOfCell[cells.cellOfFace[face]];
    return new Coverage(codeOfFace, regions);
  }

  has(face: number, feature: number): boolean {
    return this.codeHas(this.codeOfFace[face], feature);
  }

  codeHas(code: number, feature: number): boolean {
    if (code >= NO_OWNER) return code === feature;
    const set = keptSet(code);
    return this.regions.featureSets.hasInAscending(set, feature);
  }

  /** Calls back with each feature that has land under the first code and none under the second. */
  forEachGain(code: number, otherCode: number, visit: (feature: number) => void): void {
    if (code === NO_OWNER) return;
    if (code >= 0) {
      if (!this.codeHas(otherCode, code)) visit(code);
      return;
    }
    const set = keptSet(code);
    const { offsets, items } = this.regions.featureSets;
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) if (!this.codeHas(otherCode, items.data[i])) visit(items.data[i]);
  }
}

/** The code of an overlap that is kept. */
export function keptCode(set: number): number {
  return -2 - set;
}

export function keptSet(code: number): number {
  return -2 - code;
}
