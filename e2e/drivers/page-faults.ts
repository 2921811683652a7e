import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { bringFaces, FACES } from './faces.ts';
import type { Face } from './faces.ts';

/** What is wrong with a page in its current state: according to axe, and in its size. */

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Each page that is looked at has to read it: minified, less than half as much. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything in WCAG up to 2.2 AA, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Widths and heights at which the layout must work: wide, medium, 1280 px at 200 %, a phone, 1280 × 1024 px at 400 %. */
const SIZES = [
  [1440, 900],
  [1024, 900],
  [640, 900],
  [360, 740],
  [320, 256],
] as const;
/** A phone at 200 %: hardly a word of a wider face fits into a line. */
const NARROWEST = [180, 320] as const;

/** Of what axe objects to, the medium width shows nothing that the wide one does not: the same parts, some of them below each other. */
const LOOKED_AT = [
  { width: 1440, height: 900, byAxe: true },
  { width: 1024, height: 900, byAxe: false },
  { width: 360, height: 740, byAxe: true },
];
const PICTURES = process.env['E2E_PICTURES'];

/** What axe objects to, in short; nothing is left out. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // A cancelled one counts as finished.
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Axe stays in the page. Its own builder for Playwright sends and parses it each time, which took twice the CPU time.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async (tags) => {
    // It would load style sheets and media once more, which only rules about media need: our pages have none.
    const { violations } = await window.axe.run({ preload: false, resultTypes: ['violations'], runOnly: { type: 'tag', values: tags } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
  }, RULES);
  // Axe would not have looked into a frame.
  const frames = page.frames().slice(1);
  return [...found, ...frames.map((frame) => `a frame that axe did not look into: ${frame.url()}`)];
}

/**
 * What extends beyond the page at each common width, and what axe objects to at the widest and the narrowest. If the variable E2E_PICTURES
 * names a folder, a picture of each is saved there.
 */
export async function faultsAtEachWidth(page: Page, state: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, height, byAxe } of LOOKED_AT) {
    await page.setViewportSize({ width, height });
    const found = [...(byAxe ? await accessibilityFaults(page) : []), ...(await page.evaluate<string[], Face>(beyondThePage, 'own'))];
    faults.push(...found.map((fault) => `${state}, ${width} px: ${fault}`));
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${state.replace(/\W+/g, '-')}-${String(width)}.png`, fullPage: true });
  }
  return faults;
}

/** At every size and in every typeface: elements that extend beyond the page, which would then scroll sideways, or to nothing below its footer. */
export async function liesBeyondThePage(page: Page): Promise<string[]> {
  await bringFaces(page);
  const found: string[] = [];
  // A change of the size is drawn, one of the typeface is not: it is over before the next frame.
  for (const [width, height] of [...SIZES, NARROWEST]) {
    await page.setViewportSize({ width, height });
    for (const face of width === NARROWEST[0] ? FACES.slice(0, 1) : FACES) {
      for (const culprit of await page.evaluate(beyondThePage, face)) found.push(`${face} face, ${width} px: ${culprit}`);
    }
  }
  return found;
}

/** Runs in the page. */
function beyondThePage(face: Face): string[] {
  const page = document.documentElement;
  page.dataset['face'] = face;
  try {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = page;
    const innermost = (isBeyond: (element: Element) => boolean) =>
      [...document.querySelectorAll('body *')]
        .filter((element) => isBeyond(element) && ![...element.children].some(isBeyond))
        .map((element) => `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${element.textContent.trim().slice(0, 40)}`)
        .join('; ');
    const faults: string[] = [];
    if (scrollWidth > clientWidth) {
      const culprits = innermost((element) => element.getBoundingClientRect().right > clientWidth + 0.5);
      faults.push(`${String(scrollWidth - clientWidth)} px beside the page: ${culprits}`);
    }
    const footer = document.querySelector('footer');
    const end = footer === null ? Infinity : Math.max(clientHeight, footer.getBoundingClientRect().bottom + window.scrollY);
    if (scrollHeight > end + 1) {
      const culprits = innermost((element) => element.getBoundingClientRect().bottom + window.scrollY > end + 1 && getComputedStyle(element).position === 'absolute');
      faults.push(`${String(Math.round(scrollHeight - end))} px below the footer: ${culprits.slice(0, 300)}`);
    }
    return faults;
  } finally {
    delete page.dataset['face'];
  }
}
