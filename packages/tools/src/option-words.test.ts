import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from './tool.ts';
import { buffer } from './buffer/definition.ts';
import { convert } from './convert/definition.ts';
import { extract } from './extract/definition.ts';
import { fixGeometry } from './fix-geometry/definition.ts';
import { reproject } from './reproject/definition.ts';
import { simplify } from './simplify/definition.ts';
import { split } from './split/definition.ts';
import { optionWords } from './option-words.ts';

function saidOf(tool: ToolDefinition, options: unknown): string[] {
  const { error } = tool.optionsSchema.safeParse(options, { error: optionWords });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('invalid options', () => {
  it.each<[string, ToolDefinition, unknown, string]>([
    ['too large', buffer, { distance: 1e9 }, 'distance: takes at most 100000'],
    ['too small', split, { by: 'count', count: 0 }, 'count: takes at least 1'],
    ['at a bound that is not taken', simplify, { distance: 0 }, 'distance: takes more than 0'],
    ['no number', buffer, { distance: 'x' }, 'distance: takes a number'],
    ['of another way', split, { by: 'owner', count: 3 }, 'count: can only be used when splitting by count'],
    ['of another way, too', split, { by: 'count', field: 'count', count: 3 }, 'count: can only be used when splitting by count'],
    ['no whole number', split, { by: 'count', count: 1.5 }, 'count: takes a whole number'],
    ['no text', reproject, { to: 5 }, 'to: takes a text'],
    ['no text, but a list', extract, { bbox: [-50, -16, -48, -15] }, 'bbox: takes a text with four numbers: west, south, east, north, such as "-50,-16,-48,-15"'],
    ['missing', reproject, {}, 'to: is needed'],
    ['empty', reproject, { to: '' }, 'to: must not be empty'],
    ['too long', reproject, { to: 'x'.repeat(300) }, 'to: takes at most 200 characters'],
    ['none of the words', convert, { to: 'pdf' }, 'to: takes shapefile, kml, kmz, geopackage or geojson'],
    ['of another format', convert, { to: 'shp', decimals: 3 }, 'decimals: can only be used with kml, kmz and geojson, which write coordinates as text; rounding saves no space in shapefile and geopackage'],
    ['not known', buffer, { distance: 1, colour: 'red' }, ': there is no option "colour"'],
    ['spelt otherwise', fixGeometry([buffer]), { snap_distance: 1 }, ': there is no option "snap_distance"; did you mean "snapDistance"?'],
    ['misspelt, some of them', buffer, { distance: 1, disolve: true, colour: 'red' }, ': there are no options "disolve", "colour"; did you mean "dissolve"?'],
    ['misspelt in a step', fixGeometry([buffer]), { then: [{ tool: 'buffer', options: { distance: 1, join: 'mitre' } }] }, 'then.0.options: there is no option "join"; did you mean "joins"?'],
    ['in a step', fixGeometry([buffer]), { then: [{ tool: 'buffer', options: { distance: 1e9 } }] }, 'then.0.options.distance: takes at most 100000'],
    ['worded by their schema', buffer, { distance: 0 }, 'distance: takes a distance other than 0'],
    ['a rectangle in another order', extract, { bbox: '170,-20,-170,-10' }, 'bbox: takes west, south, east, north: the first number must be smaller than the third, and the second smaller than the fourth'],
    ['no rectangle', extract, { bbox: '1,2,3' }, 'bbox: takes four numbers: west, south, east, north, such as -50,-16,-48,-15'],
  ])('%s', (_what, tool, options, said) => {
    expect(saidOf(tool, options)).toEqual([said]);
  });

  it('do not include a format given by its file extension', () => {
    expect(saidOf(convert, { to: 'shp' })).toEqual([]);
  });
});
