import { expect, test } from 'vitest';
import { staysHome } from './download.ts';

test.each([
  ['https://maps.example.org/old', 'https://maps.example.org/new'],
  ['http://maps.example.org/wms', 'https://maps.example.org/wms'],
])('a redirect from %s to %s may be followed', (from, to) => {
  expect(staysHome(new URL(from), new URL(to))).toBe(true);
});

test.each([
  ['https://maps.example.org/wms', 'http://maps.example.org/wms'],
  ['http://maps.example.org/wms', 'https://maps.example.org:8443/wms'],
  ['http://maps.example.org:8080/wms', 'https://maps.example.org/wms'],
  ['https://maps.example.org/wms', 'https://other.example.org/wms'],
  ['http://maps.example.org/wms', 'https://other.example.org/wms'],
])('a redirect from %s to %s may not: what is asked could be read or changed on the way, or goes to somebody else', (from, to) => {
  expect(staysHome(new URL(from), new URL(to))).toBe(false);
});
