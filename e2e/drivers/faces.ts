import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Deputy } from './front.ts';

/** The site's typeface: its own, or DejaVu Sans with the spacing of WCAG 1.4.12, which is far wider. */
export type Face = 'own' | 'wide';
export const FACES: readonly Face[] = ['own', 'wide'];

const WEIGHTS = [400, 700];
const find = createRequire(import.meta.url);
const OWN_FACE = /\/assets\/public-sans-[^/]+\.woff2$/;

/** The wide typeface comes from a package, so that every machine measures the same, whatever it has installed. */
const WIDE_STYLES = `
  ${WEIGHTS.map((weight) => `@font-face { font-family: 'Wide'; font-weight: ${weight}; src: url(/wide-face/${weight}.woff2); }`).join('\n')}
  :root[data-face='wide'] { --font: 'Wide'; }
  :root[data-face='wide'] * { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }`;

const WIDE_FACE = /^\/wide-face\/(400|700)\.woff2$/;

function fileOf(place: string): string {
  return find.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${WIDE_FACE.exec(place)?.[1] ?? ''}-normal.woff2`);
}

/** What has the files of the wide typeface. */
export const wideFace: Deputy = {
  takes: (_method, { pathname }) => WIDE_FACE.test(pathname),
  reply: ({ url: { pathname } }) => ({
    status: 200,
    headers: { 'content-type': 'font/woff2' },
    body: readFileSync(fileOf(pathname)),
  }),
};

/** The wide typeface comes although the page's server cannot be reached. */
export async function bringWideFaceAnyway(page: Page): Promise<void> {
  await page.route(({ pathname }) => WIDE_FACE.test(pathname), (route) => route.fulfill({ path: fileOf(new URL(route.request().url()).pathname) }));
}

/** Brings both typefaces to the page, until it is loaded again. It is set in the wide one while its root has `data-face="wide"`. */
export async function bringFaces(page: Page): Promise<void> {
  const lacking = await page.evaluate(
    async ({ styles, families, weights }) => {
      // A style sheet created by script: the content security policy allows no style element.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [sheet];
      const names = families.flatMap((family) => weights.map((weight) => `${String(weight)} 16px '${family}'`));
      const faces = await Promise.all(names.map((name) => document.fonts.load(name)));
      await document.fonts.ready;
      return names.filter((_, index) => faces[index].length === 0);
    },
    { styles: WIDE_STYLES, families: ['Public Sans Variable', 'Wide'], weights: WEIGHTS },
  );
  if (lacking.length > 0) throw new Error(`The page cannot be set in: ${lacking.join(', ')}.`);
}

/** The files of the site's own typeface never arrive. */
export async function loseOwnFace(page: Page): Promise<void> {
  await page.route(OWN_FACE, (route) => route.abort());
}
