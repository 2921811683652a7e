import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tokens = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8');

/** Text on its background; WCAG 2.2 AA requires 4.5, we slightly more. */
const TEXTS: readonly (readonly [string, string])[] = [
  ...['paper', 'surface'].flatMap((ground) => ['ink', 'ink-quiet', 'green', 'water', 'earth', 'clay'].map((text) => [text, ground] as const)),
  ['ink', 'earth-tint'],
  ['clay', 'clay-tint'],
  ['green', 'green-tint'],
  ['on-accent', 'green'],
  ['on-accent', 'green-deep'],
];
/** Borders and marks that are needed to recognise a control; AA requires 3. */
const MARKS = [['line-strong', 'paper'], ['line-strong', 'surface'], ['water', 'paper'], ['green', 'paper'], ['clay', 'surface']] as const;

describe('the palette', () => {
  it.each(TEXTS)('%s on %s can be read', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.7);
  });

  it.each(MARKS)('%s on %s can be seen', (mark, ground) => {
    expect(contrast(mark, ground)).toBeGreaterThanOrEqual(3.2);
  });
});

/** Contrast ratio by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(token: string): number {
  const hex = new RegExp(`--${token}: #([0-9a-f]{6});`).exec(tokens)?.[1];
  if (hex === undefined) throw new Error(`The palette has no --${token}.`);
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
