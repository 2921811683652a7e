import { afterEach, expect, test, vi } from 'vitest';
import { S3Bucket } from '../src/files/s3-bucket.ts';
import { newBucket } from './s3-bucket.fixture.ts';

const HOUR = 3_600_000;
const CALLS = 5;

afterEach(() => {
  vi.useRealTimers();
});

test('calls at the same time are all answered when the clock has jumped and when it is put right, and addresses hold that are given out meanwhile', async () => {
  const { settings } = await newBucket();
  const bucket = new S3Bucket(settings, { onAway: () => undefined, onBack: () => undefined });
  const content = async function* () {
    yield await Promise.resolve(Buffer.from('what was sent'));
  };
  await bucket.put('a', content(), 13);
  const ask = () => Promise.all(Array.from({ length: CALLS }, () => bucket.check()));
  const headers = { contentDisposition: 'attachment', contentType: 'text/plain' };
  for (const jump of [HOUR, -HOUR, 24 * HOUR, -24 * HOUR]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
    await ask();
    expect(await (await fetch(await bucket.addressOf('a', 300, headers))).text()).toBe('what was sent');
    vi.useRealTimers();
    await ask();
  }
  bucket.close();
});
