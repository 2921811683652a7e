import { expect, test } from 'vitest';
import { fingerprintOf, masked, withoutIds } from './log-lines.ts';

const UUID = '3f8e2c1a-9b7d-4e5f-8a6b-1c2d3e4f5a6b';

test('an id has one fingerprint, however it is spelt, and another id another', () => {
  expect(fingerprintOf(UUID)).toMatch(/^[0-9a-f]{12}$/);
  expect(fingerprintOf(UUID.toUpperCase())).toBe(fingerprintOf(UUID));
  expect(fingerprintOf(UUID.replace('3', '4'))).not.toBe(fingerprintOf(UUID));
});

test('no id gets into a line, wherever it stands', () => {
  const fingerprint = fingerprintOf(UUID);
  expect(withoutIds(`{"task":"${UUID}","err":{"stack":"ENOENT: /data/files/results/${UUID}\\n"},"url":"/tools/files/${UUID}?x=${UUID.toUpperCase()}"}`)).toBe(
    `{"task":"${fingerprint}","err":{"stack":"ENOENT: /data/files/results/${fingerprint}\\n"},"url":"/tools/files/${fingerprint}?x=${fingerprint}"}`,
  );
});

test('the id of a request stays what the proxy gave, and no other field passes for one', () => {
  expect(withoutIds(`{"reqId":"${UUID}"}`)).toBe(`{"reqId":"${UUID}"}`);
  expect(withoutIds(JSON.stringify({ text: `"reqId":"${UUID}"` }))).not.toContain(UUID);
});

test('what is written comes out without ids', () => {
  const lines: string[] = [];
  masked({ write: (line: string) => lines.push(line) > 0 }).write(`task ${UUID}\n`);
  expect(lines).toEqual([`task ${fingerprintOf(UUID)}\n`]);
});
