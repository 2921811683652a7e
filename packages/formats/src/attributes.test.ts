import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { AttributeList } from './attributes.ts';

it('numbers names that are repeated, also where such a name is there already', () => {
  const list = new AttributeList();
  for (const name of ['a', 'a_2', 'a', 'a', '__proto__']) list.add(name, name);
  expect(Object.keys(list.finish())).toEqual(['a', 'a_2', 'a_3', 'a_4', '__proto__']);
});

it('takes time that grows with them to number them: a hostile file has thousands for each feature', async () => {
  const repeat = (share: number): void => {
    for (let feature = 0; feature < 20; feature++) {
      const list = new AttributeList();
      for (let i = 0; i < 2000 * share; i++) list.add('a', i);
    }
  };
  expect(await growthOf(repeat)).toBeLessThan(IN_PROPORTION);
});
