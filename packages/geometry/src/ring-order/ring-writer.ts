import { FindingList } from '../layer/finding-list.ts';
import type { FindingAction, FindingKind, Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { findingsOfWhole, patchOfWhole } from '../layer/neighbourhood.ts';
import type { LayerExtract } from '../layer/neighbourhood.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { twiceSignedArea } from '../rings.ts';

/** A shell and its holes, as rings of a layer. */
export type OrderedPart = readonly number[];

interface NewOrder {
  /** The parts that a part becomes; null if it stays as it is. */
  readonly orderOf: (part: number) => readonly OrderedPart[] | null;
  /** Shells run clockwise and holes do not. */
  readonly isDirected: boolean;
  readonly fault: { readonly kind: FindingKind; readonly action: FindingAction };
  /** The ring at which a part that does not stay is reported; null if it is not. */
  readonly ringOfFault: (part: number, ordered: readonly OrderedPart[]) => number | null;
}

/** Writes the features of an extract whose parts do not all stay as they are. @returns null if all do */
export function writeInOrder(extract: LayerExtract, { orderOf, isDirected, fault, ringOfFault }: NewOrder): { readonly patch: Patch; readonly findings: Findings } | null {
  const { ringOffsets, featureOffsets, xy } = extract.layer;
  const findings = new FindingList();
  const writer = new RingWriter(extract.layer, isDirected);
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    const parts = Array.from({ length: featureOffsets[feature + 1] - featureOffsets[feature] }, (_, i) => {
      const part = featureOffsets[feature] + i;
      return { part, ordered: orderOf(part) };
    });
    if (parts.every(({ ordered }) => ordered === null)) continue;
    for (const { part, ordered } of parts) {
      const ring = ordered === null ? null : ringOfFault(part, ordered);
      if (ring === null) continue;
      const start = ringOffsets[ring];
      findings.add({ ...fault, feature, x: xy[2 * start], y: xy[2 * start + 1] });
    }
    writer.write(feature, parts);
  }
  const patch = writer.finish();
  return patch === null ? null : { patch: patchOfWhole(patch, extract), findings: findingsOfWhole(findings.finish(false), extract) };
}

/** The rings of a part, as they stand. */
export function ringsOf({ partOffsets }: Layer, part: number): number[] {
  return Array.from({ length: partOffsets[part + 1] - partOffsets[part] }, (_, i) => partOffsets[part] + i);
}

/** Writes features with their rings in order. Rings stay as they were, except where their direction contradicts their role. */
class RingWriter {
  private readonly layer: Layer;
  private readonly isDirected: boolean;
  private readonly builder: PatchBuilder;

  /** @param isDirected shells run clockwise and holes do not. */
  constructor(layer: Layer, isDirected: boolean) {
    this.layer = layer;
    this.isDirected = isDirected;
    this.builder = new PatchBuilder(layer.z !== null, layer.m !== null, layer.xy.length / 2);
  }

  /** @param parts each with the parts that it becomes; null if it stays as it is. */
  write(feature: number, parts: readonly { readonly part: number; readonly ordered: readonly OrderedPart[] | null }[]): void {
    const { layer, builder } = this;
    builder.beginFeature(feature);
    for (const { part, ordered } of parts) {
      (ordered ?? [ringsOf(layer, part)]).forEach((members, i) => {
        builder.beginPart(layer.partKinds[part], i === 0 ? part : -1);
        members.forEach((ring, at) => this.writeRing(ring, ordered !== null && this.isDirected && this.runsClockwise(ring) !== (at === 0)));
      });
    }
  }

  finish(): Patch | null {
    return this.builder.featureCount === 0 ? null : this.builder.finish();
  }

  private writeRing(ring: number, isTurned: boolean): void {
    const { layer: { xy, z, m, ringOffsets }, builder } = this;
    const [start, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
    builder.beginRing(isTurned ? -1 : ring);
    for (let k = 0; k < end - start; k++) {
      const i = isTurned ? end - 1 - k : start + k;
      builder.addVertex(xy[2 * i], xy[2 * i + 1], z?.[i] ?? NaN, m?.[i] ?? NaN, i);
    }
  }

  private runsClockwise(ring: number): boolean {
    return twiceSignedArea(this.layer.xy, this.layer.ringOffsets[ring], this.layer.ringOffsets[ring + 1]) < 0;
  }
}
