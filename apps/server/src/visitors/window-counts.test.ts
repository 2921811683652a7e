import { expect, test } from 'vitest';
import { CountSharing } from './shared-counts.ts';
import type { ExchangeCounts } from './shared-counts.ts';
import { WindowCounts } from './window-counts.ts';

const MINUTE = 60_000;

/** What servers of one database share, with a common clock. */
class Place {
  now = 0;
  isAway = false;
  exchanges = 0;
  readonly #rows = new Map<string, { amount: number; until: number }>();

  readonly exchange: ExchangeCounts = (kind, news) => {
    if (this.isAway) return Promise.reject(new Error('away'));
    this.exchanges++;
    return Promise.resolve(
      news.map(({ visitor, amount, millisecondsLeft }) => {
        const known = this.#rows.get(kind + visitor);
        const row = known === undefined || known.until <= this.now ? { amount, until: this.now + millisecondsLeft } : { ...known, amount: known.amount + amount };
        this.#rows.set(kind + visitor, row);
        return { visitor, amount: row.amount, millisecondsLeft: row.until - this.now };
      }),
    );
  };

  server(limit = 10): { counts: WindowCounts; sharing: CountSharing } {
    const counts = new WindowCounts('requests', MINUTE, () => this.now);
    return { counts, sharing: new CountSharing([{ counts, limit }], (address) => `name of ${address}`, this.exchange, 3_600_000) };
  }
}

test('a window begins with the first and ends in time', () => {
  const place = new Place();
  const { counts } = place.server();
  expect(counts.add('a', 1)).toEqual({ amount: 1, millisecondsLeft: MINUTE });
  place.now = 59_999;
  expect(counts.add('a', 2)).toEqual({ amount: 3, millisecondsLeft: 1 });
  expect(counts.of('b')).toEqual({ amount: 0, millisecondsLeft: MINUTE });
  place.now = 60_000;
  expect(counts.of('a').amount).toBe(0);
});

test('of more visitors than are counted the first ones are forgotten', () => {
  const { counts } = new Place().server();
  for (let visitor = 0; visitor < 20_001; visitor++) counts.add(String(visitor), 1);
  expect([counts.of('0').amount, counts.of('1').amount]).toEqual([0, 1]);
});

test('news that could not be sent goes with the next, also if nothing is added', () => {
  const { counts } = new Place().server();
  counts.add('a', 4);
  const news = counts.takeNews(0);
  counts.putBack(news);
  expect(counts.takeNews(0)).toEqual(news);
  expect(counts.takeNews(0)).toEqual([]);
});

test('two servers come to the same count, of the window that began first', async () => {
  const place = new Place();
  const [one, other] = [place.server(), place.server()];
  one.counts.add('a', 4);
  await one.sharing.exchangeAll();
  place.now = 20_000;
  other.counts.add('a', 3);
  other.counts.add('b', 1);
  await other.sharing.exchangeAll();
  expect(other.counts.of('a')).toEqual({ amount: 7, millisecondsLeft: 40_000 });
  expect(other.counts.of('b').amount).toBe(1);
  // Counts not sent yet count on their own server.
  expect(one.counts.add('a', 1).amount).toBe(5);
  await one.sharing.exchangeAll();
  expect(one.counts.of('a')).toEqual({ amount: 8, millisecondsLeft: 40_000 });
  // What arrives during an exchange is neither lost nor sent twice.
  one.counts.add('a', 1);
  const exchanging = one.sharing.exchangeAll();
  one.counts.add('a', 1);
  await exchanging;
  expect(one.counts.of('a').amount).toBe(10);
  await one.sharing.exchangeAll();
  expect(one.counts.of('a').amount).toBe(10);
  place.now = 60_001;
  expect(one.counts.add('a', 1).amount).toBe(1);
  await one.sharing.exchangeAll();
  expect(one.counts.of('a').amount).toBe(1);
});

test('nothing is sent when nothing came, nor for visitors who are far from the limit', async () => {
  const place = new Place();
  const { counts, sharing } = place.server(1000);
  counts.add('a', 19);
  await sharing.exchangeAll();
  expect(place.exchanges).toBe(0);
  counts.add('a', 1);
  await sharing.exchangeAll();
  await sharing.exchangeAll();
  expect(place.exchanges).toBe(1);
  expect((await place.exchange('requests', [{ visitor: 'name of a', amount: 0, millisecondsLeft: 1 }]))[0]?.amount).toBe(20);
});

test('while the database is away each counts for itself, and they exchange their counts later', async () => {
  const place = new Place();
  const [one, other] = [place.server(), place.server()];
  place.isAway = true;
  one.counts.add('a', 2);
  await one.sharing.exchangeAll();
  expect(one.counts.add('a', 1).amount).toBe(3);
  place.isAway = false;
  await one.sharing.exchangeAll();
  other.counts.add('a', 1);
  await other.sharing.exchangeAll();
  expect(other.counts.of('a').amount).toBe(4);
});
