import { dirtyLayer } from './dirty-layers.ts';
import { fieldLayer } from './field-layers.ts';
import type { FieldLayer } from './field-layers.ts';
import { at } from './layers.ts';
import { thematicLayer } from './thematic-layers.ts';

/** A small layer of the generators in turns. The same seed always gives the same layer. */
export function anyLayer(seed: number): FieldLayer {
  return at([dirtyLayer, fieldLayer, thematicLayer], seed % 3)(seed);
}
