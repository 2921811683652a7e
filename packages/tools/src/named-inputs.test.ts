import { expect, test } from 'vitest';
import { takeApart } from './named-inputs.ts';
import type { ToolFile } from './tool.ts';

const file = (folder: string, name: string): ToolFile => ({ name, folder, path: `${folder}/${name}`, size: 1 });

test('a named shapefile is taken with the companions in its own folder', () => {
  const [area, table, other] = [file('a', 'area.shp'), file('a', 'area.dbf'), file('b', 'area.dbf')];
  expect(takeApart([area, table, other], ['area.shp'])).toEqual({ named: [area, table], others: [other] });
});

test('a name that two files of different folders have is refused: both would be the area, and none of them would be worked on', () => {
  const inputs = [file('a', 'area.kml'), file('b', 'area.kml'), file('a', 'farm.kml')];
  expect(() => takeApart(inputs, ['area.kml'])).toThrow('there are several files named "area.kml", and an option names one of them; give them different names');
  expect(takeApart(inputs, ['farm.kml']).others).toHaveLength(2);
});
