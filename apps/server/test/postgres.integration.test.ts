import { expect, test } from 'vitest';
import { newDatabase } from './new-database.fixture.ts';
import { startTestServer } from './server.fixture.ts';

/** What only a PostgreSQL server has, not the embedded database; the other suites run on both. */
test('a second server on the same database refuses, and one that comes after the first takes it', async () => {
  const database = await newDatabase();
  expect(database).toHaveProperty('DATABASE_URL');
  const first = await startTestServer(database);
  await expect(startTestServer(database)).rejects.toThrow(/^Another GeoInsights server uses the database of DATABASE_URL\./);
  await first.close();
  await (await startTestServer(database)).close();
});

test.for([
  ['of which nobody listens', 'postgres://nobody@127.0.0.1:9/nothing', /^The database of DATABASE_URL cannot be reached \(.*ECONNREFUSED.*\)\. Start it, or correct the address\.$/],
  ['with a wrong password', null, /^The database of DATABASE_URL cannot be reached \(password authentication failed.*\)/],
] as const)('an address %s is said in one sentence', async ([, address, sentence]) => {
  const right = new URL((await newDatabase())['DATABASE_URL'] ?? '');
  right.password = 'wrong';
  await expect(startTestServer({ DATABASE_URL: address ?? right.href })).rejects.toThrow(sentence);
});
