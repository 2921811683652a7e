import { expect, it } from 'vitest';
import { findingAt, FindingList } from '../layer/finding-list.ts';
import { addFindings } from './findings-of-lots.ts';

it('says to whom a member of a lot loses land that another member of it takes', () => {
  const inner = new FindingList();
  // The lot of features 0 and 1 is feature 2 of the layer with lots; feature 1 takes a part of it.
  inner.add({ kind: 'overlap', feature: 2, other: 1, x: 5, y: 5, measure: 3, action: 'overlap-assigned' });
  const list = new FindingList();
  addFindings(list, inner.finish(false), 2, [{ members: [0, 1] }]);
  const found = list.finish(false);
  expect(Array.from({ length: found.count }, (_, i) => findingAt(found, i)).map(({ kind, feature, other, measure }) => ({ kind, feature, other, measure }))).toEqual([{ kind: 'overlap', feature: 0, other: 1, measure: 3 }]);
});
