import { PartKind } from '../src/layer/layer.ts';
import type { Layer } from '../src/layer/layer.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { roundingOf } from './faces.ts';
import type { FieldLayer } from './field-layers.ts';
import { judgeKernel } from './judge-kernel.ts';
import type { Kernel } from './judge-kernel.ts';
import { show } from './promises.ts';
import type { Broken } from './promises.ts';
import { areaOf, edgeLength, layerOf, shapesOf } from './layers.ts';
import type { Shape } from './layers.ts';
import { shrink } from './shrink.ts';

/** The promises that the kernel breaks on a layer; by default also with its rings reversed. */
export async function judge(kernel: Kernel, shapes: readonly Shape[], options: RepairOptions, isReversedToo = true): Promise<Broken[]> {
  const { broken, output } = await judgeKernel(kernel, layerOf(shapes), options);
  return broken.length > 0 || output === null || !isReversedToo ? broken : judgeDirection(kernel, shapes, options, output);
}

/**
 * If no rule depends on the order (no two features share a region, no tie can occur), the shapes come out the same in
 * whatever order the features are.
 */
export async function judgeOrder(kernel: Kernel, shapes: readonly Shape[], options: RepairOptions): Promise<Broken[]> {
  const areas = async (list: readonly Shape[]): Promise<number[]> => {
    const { output } = await judgeKernel(kernel, layerOf(list), options);
    return output === null ? [] : shapesOf(output).map(areaOf);
  };
  const [forward, backward] = [await areas(shapes), (await areas(shapes.toReversed())).reverse()];
  const size = Math.max(1e-12, ...forward);
  const differ = forward.findIndex((area, i) => Math.abs(area - (backward[i] ?? Number.NaN)) > 1e-9 * size);
  if (differ < 0) return [];
  return [{ promise: 'order', message: `feature ${differ} has area ${forward[differ] ?? -1}, and ${backward[differ] ?? -1} when the features are reversed` }];
}

/**
 * The direction of rings means nothing in a format with shells and holes: with all of them reversed, the regions are the same.
 */
export async function judgeDirection(kernel: Kernel, shapes: readonly Shape[], options: RepairOptions, output?: Layer): Promise<Broken[]> {
  const repaired = async (list: readonly Shape[]): Promise<Layer> => {
    const layer = layerOf(list);
    const { patch } = await kernel.repair(layer, options);
    return patch === null ? layer : kernel.applyPatch(layer, patch);
  };
  const reversed = shapes.map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => (part.kind === PartKind.Polygon ? ring.toReversed() : ring)) })));
  const areasOf = (each: Layer): number[] => shapesOf(each).map(areaOf);
  const areas = areasOf(output ?? (await repaired(shapes)));
  const others = areasOf(await repaired(reversed));
  // Which of two owners gets a splinter may depend on rounding, and a splinter may be all that is left of a feature.
  const rounding = Math.max(1e-9 * Math.max(0, ...areas), 2 * roundingOf(shapes) * Math.max(0, ...shapes.map(edgeLength)));
  const differ = areas.findIndex((area, i) => !(Math.abs(area - (others[i] ?? Number.NaN)) <= rounding));
  if (differ < 0) return [];
  return [{ promise: 'direction', message: `feature ${differ} has area ${areas[differ] ?? -1}, and ${others[differ] ?? -1} when all rings run the other way` }];
}

/** A repair of parcels closes the slivers between them, and no road: it adds no more land than that. */
export async function judgeRoads(kernel: Kernel, { shapes, options, slivers }: FieldLayer): Promise<Broken[]> {
  if (slivers === undefined) return [];
  const landOf = (list: readonly Shape[]): number => list.reduce((sum, shape) => sum + areaOf(shape), 0);
  const layer = layerOf(shapes);
  const { patch } = await kernel.repair(layer, options);
  const closed = patch === null ? 0 : landOf(shapesOf(kernel.applyPatch(layer, patch))) - landOf(shapes);
  return Math.abs(closed - slivers) <= 1e-6 * landOf(shapes) ? [] : [{ promise: 'land', message: `closed ${closed} of slivers of ${slivers} between roads that must stay\n    ${show(...shapes)}` }];
}

/** The smallest layer on which the same promise is still broken. */
export async function shrinkFailure(kernel: Kernel, shapes: readonly Shape[], options: RepairOptions, promise: Broken['promise'], tries = 3000): Promise<Shape[]> {
  return shrink(shapes, async (candidate) => (await judge(kernel, candidate, options)).some((broken) => broken.promise === promise), tries);
}

/** A layer as TypeScript, to paste into a table of cases. */
export function sourceOf(shapes: readonly Shape[]): string {
  const rings = (list: readonly (readonly (readonly number[])[])[]) => list.map((ring) => `[${ring.map((p) => `[${p.join(', ')}]`).join(', ')}]`);
  return shapes
    .map((shape) => {
      const only = shape.length === 1 ? shape.at(0) : undefined;
      if (only !== undefined) return `polygon(${rings(only.rings).join(', ')})`;
      return `multiPolygon(${shape.map((part) => `[${rings(part.rings).join(', ')}]`).join(', ')})`;
    })
    .join(', ');
}
