import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { alongCurve, MOST_BOXES } from './packed-tree.ts';
import { SpatialIndexWriter } from './spatial-index.ts';

/** Numbers from 0 to 1, the same in every run. */
function randomNumbers(): () => number {
  let state = 41;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it('sorts more boxes than are sorted at a time, each once, with neighbours beside each other', () => {
  const random = randomNumbers();
  const bounds = new Float32Array(MOST_BOXES * 4);
  for (let at = 0; at < bounds.length; at += 4) {
    bounds[at] = bounds[at + 1] = random();
    bounds[at + 2] = bounds[at + 3] = random();
  }
  const order = alongCurve({ count: MOST_BOXES, bounds });
  const times = new Uint8Array(MOST_BOXES);
  let way = 0;
  for (const [place, box] of order.entries()) {
    times[box]++;
    const before = order[Math.max(0, place - 1)];
    way += Math.abs(bounds[4 * box] - bounds[4 * before]) + Math.abs(bounds[4 * box + 2] - bounds[4 * before + 2]);
  }
  expect(times.every((count) => count === 1)).toBe(true);
  expect(way / MOST_BOXES).toBeLessThan(2 / Math.sqrt(MOST_BOXES));
});

it('finds all boxes, those that fill the tree at once and those added later', () => {
  const database = new DatabaseSync(':memory:', { defensive: false });
  const index = new SpatialIndexWriter(database, 'rtree_farms_geom', 300);
  const random = randomNumbers();
  const boxes = Array.from({ length: 1000 }, (_, position) => ({ key: 3 * position + 1, x: random() * 100, y: random() * 100 }));
  for (const { key, x, y } of boxes) index.add(key, x, x + 2, y, y + 1);
  index.finish();
  expect(database.prepare("SELECT rtreecheck('rtree_farms_geom') AS answer, (SELECT count(*) FROM rtree_farms_geom) AS entries").get()).toEqual({ answer: 'ok', entries: 1000 });
  const found = database.prepare('SELECT id FROM rtree_farms_geom WHERE maxx >= 20 AND minx <= 40 AND maxy >= 50 AND miny <= 70 ORDER BY id').all().map(({ id }) => id);
  expect(found).toEqual(boxes.filter(({ x, y }) => x + 2 >= 20 && x <= 40 && y + 1 >= 50 && y <= 70).map(({ key }) => key));
  expect(found.length).toBeGreaterThan(20);
  database.close();
});
