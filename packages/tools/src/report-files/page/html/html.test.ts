import { expect, test } from 'vitest';
import type { Page } from '../blocks.ts';
import { htmlOf } from './html.ts';

const HOSTILE = `</title><script>alert(1)</script><img src=x onerror="alert('2')">&`;

test('markup in names stays text', () => {
  const map = { kind: 'map', drawing: { width: 100, height: 50, paths: [], marks: [], rows: [], labels: [{ text: HOSTILE, x: 1, y: 2 }], scaleBar: null }, words: { title: HOSTILE, description: HOSTILE, north: HOSTILE, before: HOSTILE, after: HOSTILE, land: HOSTILE, place: HOSTILE, row: HOSTILE } } as const;
  const page: Page = {
    language: 'en"><script>',
    title: HOSTILE,
    blocks: [
      ...(['title', 'heading', 'subheading', 'paragraph'] as const).map((kind) => ({ kind, text: HOSTILE })),
      { kind: 'list', items: [HOSTILE] },
      { kind: 'table', caption: HOSTILE, columns: [{ heading: HOSTILE, share: 1 }], rows: [[HOSTILE]], more: HOSTILE },
      { kind: 'signature', names: [HOSTILE, HOSTILE, HOSTILE] },
      map,
    ],
    pageOf: () => HOSTILE,
    mark: HOSTILE,
    initials: HOSTILE,
    boxes: HOSTILE,
  };
  const html = htmlOf(page);
  expect(html).not.toMatch(/<script|<img|alert\('|"><s/);
  expect(/<style>([^]*?)<\/style>/.exec(html)?.[1]).not.toMatch(/alert\(|[<]/);
  expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)).toHaveLength(17);
});

test('the page allows only its own style, and refers to no address', () => {
  const html = htmlOf({ language: 'pt-BR', title: 'x', blocks: [], pageOf: (page, pages) => `${page} de ${pages}`, mark: 'SHA-256 0f', initials: 'Rubrica', boxes: '' });
  expect(html).toMatch(/http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-[^&]+&#39;; base-uri/);
  expect(html).toContain('"Rubrica ______________    " counter(page) " de " counter(pages) ""');
  expect(html).not.toMatch(/https?:|url\(|@import|<link|style="/);
});
