import { expect, test } from 'vitest';
import { withoutIds } from './log-without-ids.ts';

const UUID = '0b8e3c1a-4f5d-4c2b-9a7e-1d2c3b4a5f60';
/** printf %s UUID | sha256sum | cut -c1-12 */
const FINGERPRINT = '953ebb1852d3';

test('one uuid has one fingerprint, wherever and however it is written', () => {
  const line = withoutIds(`{"url":"/api/v1/tools/files/${UUID}","path":"/data/files/uploads/${UUID.toUpperCase()}/0.kml"}`);
  expect(line).toBe('{"url":"/api/v1/tools/files/#FP","path":"/data/files/uploads/#FP/0.kml"}'.replaceAll('FP', FINGERPRINT));
});

test('everything else stays as it is', () => {
  expect(withoutIds('{"level":50,"time":1764000000000,"pid":4711}\n')).toBe('{"level":50,"time":1764000000000,"pid":4711}\n');
});

test('a fingerprint is short, and another one for another uuid', () => {
  expect(withoutIds(UUID)).toMatch(/^#[\da-f]{12}$/);
  expect(withoutIds(UUID)).not.toBe(withoutIds(UUID.replace('0', '1')));
});
