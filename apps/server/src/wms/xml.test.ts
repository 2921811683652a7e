import { expect, test } from 'vitest';
import { xmlText } from './xml.ts';

test('text ends no element and no attribute, and has no character that XML forbids', () => {
  expect(xmlText(`<a b="c" d='e'> & f`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt; &amp; f');
  expect(xmlText('a\u0000b\u0008c\u001fd\ud800e\ufffef\tg\n')).toBe('abcdef\tg\n');
});
