import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unfinishedUploads } from '../src/geotools/device/unfinished-uploads.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text), removeItem: (key: string) => stored.delete(key) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What browsers say of a file in one of two folders that were dropped together. */
const inAFolder = () => new File(['UTF-8'], 'lots.cpg', { lastModified: 1_700_000_000_000 });

describe('unfinished uploads', () => {
  it('are found again by the same file, until they are forgotten', () => {
    unfinishedUploads.remember(inAFolder(), '/uploads/1');
    expect(unfinishedUploads.find(inAFolder(), [])).toBe('/uploads/1');
    unfinishedUploads.forget(inAFolder());
    expect(unfinishedUploads.find(inAFolder(), [])).toBeUndefined();
  });

  it('are forgotten after a day, as the server forgets them', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    unfinishedUploads.remember(inAFolder(), '/uploads/1');
    vi.setSystemTime(25 * 3_600_000);
    expect(unfinishedUploads.find(inAFolder(), [])).toBeUndefined();
  });

  it('are not continued by a second file that looks the same, while the first is sent: each file has an upload of its own', () => {
    unfinishedUploads.remember(inAFolder(), '/uploads/1');
    expect(unfinishedUploads.find(inAFolder(), ['/uploads/1'])).toBeUndefined();
  });
});
