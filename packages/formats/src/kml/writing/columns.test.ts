import { expect, it } from 'vitest';
import { simpleDataTag } from './columns.ts';

it('takes little memory for the tag of a field: thousands of layers have some each', () => {
  const tag = simpleDataTag('area & <use>');
  expect(new TextDecoder().decode(tag)).toBe('<SimpleData name="area &amp; &lt;use&gt;">');
  expect(tag.buffer.byteLength).toBeLessThan(1000);
  expect(new TextDecoder().decode(simpleDataTag('á'.repeat(500)))).toBe(`<SimpleData name="${'á'.repeat(500)}">`);
});
