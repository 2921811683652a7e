import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** The site's typeface: its own, or DejaVu Sans with the spacing of WCAG 1.4.12, which is far wider. */
export type Face = 'own' | 'wide';
export const FACES: readonly Face[] = ['own', 'wide'];

const WEIGHTS = [400, 700];
const find = createRequire(import.meta.url);
const OWN_FACE = /\/assets\/public-sans-[^/]+\.woff2$/;

/** The wide typeface comes from a package, so that every machine measures the same, whatever it has installed. */
const WIDE_STYLES = `
  ${WEIGHTS.map((weight) => `@font-face { font-family: 'Wide'; font-weight: ${weight}; src: url(/wide-face/${weight}.woff2); }`).join('\n')}
  :root { --font: 'Wide'; }
  * { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }`;

/** Sets the page in one of the typefaces, until it is loaded again. */
export async function wear(page: Page, face: Face): Promise<void> {
  if (face === 'wide') {
    for (const weight of WEIGHTS) await page.route(`**/wide-face/${weight}.woff2`, (route) => route.fulfill({ path: find.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`) }));
  }
  const loaded = await page.evaluate(
    async ({ styles, family, weights }) => {
      // A style sheet created by script: the content security policy allows no style element.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles ?? '');
      document.adoptedStyleSheets = [sheet];
      const faces = await Promise.all(weights.map((weight) => document.fonts.load(`${String(weight)} 16px '${family}'`)));
      await document.fonts.ready;
      return faces.every((found) => found.length > 0);
    },
    { styles: face === 'wide' ? WIDE_STYLES : null, family: face === 'wide' ? 'Wide' : 'Public Sans Variable', weights: WEIGHTS },
  );
  if (!loaded) throw new Error(`The page cannot be set in its ${face} face.`);
}

/** The files of the site's own typeface never arrive. */
export async function loseOwnFace(page: Page): Promise<void> {
  await page.route(OWN_FACE, (route) => route.abort());
}
