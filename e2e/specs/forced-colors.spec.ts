import { makeLand } from '../drivers/land-report.ts';
import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

/** With colours forced by the visitor: elements that represent a colour, or are drawn in colours, keep theirs. */

const WHITE = 'rgb(255, 255, 255)';
const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor;

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
});

test('the colour boxes of the layers, and the map below its layers', async ({ explorer, page }) => {
  await explorer.open();
  const boxes = page.getByRole('listitem').locator('[style*="background"]');
  await expect(boxes.first()).toBeVisible();
  const colors = await boxes.evaluateAll((all) => all.map((box) => getComputedStyle(box).backgroundColor));
  expect(new Set(colors).size).toBeGreaterThan(3);
  expect(await page.getByRole('application', { name: /^Mapa/ }).evaluate(backgroundOf)).toBe('rgb(223, 232, 234)');
  // What is drawn beside words, and stands for nothing that has a colour, has theirs.
  const arrow = explorer.panel('Escolha a regiao de interesse').locator('svg').first();
  expect(await arrow.evaluate((icon) => getComputedStyle(icon).stroke)).toBe(await page.locator('body').evaluate((body) => getComputedStyle(body).color));
});

test('the map of the findings, whose names are dark on white, its line, and the colours of the weights', async ({ api, fixGeometry, page, review }) => {
  const land = makeLand(4, 3);
  await api.filesAnswer({ text: [...land.reportFile()].join('') });
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: land.report });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'glebas.geojson', content: land.file });
  expect(await review.marks()).toBeGreaterThan(0);
  expect(await review.map().evaluate(backgroundOf)).toBe(WHITE);
  const dots = page.getByRole('group', { name: 'Weight' }).locator('[data-weight]');
  expect(new Set(await dots.evaluateAll((all) => all.map((dot) => getComputedStyle(dot).backgroundColor))).size).toBe(3);
  // What is chosen, or cannot be pressed, has no background that shows it.
  const rows = review.list().getByRole('option');
  await rows.first().click();
  const outlineOf = (row: Element) => getComputedStyle(row).outlineStyle;
  expect([await rows.first().evaluate(outlineOf), await rows.nth(1).evaluate(outlineOf)]).toEqual(['solid', 'none']);
  const textOf = (button: Element) => getComputedStyle(button).color;
  const [previous, next] = [page.getByRole('button', { name: 'Previous', exact: true }), page.getByRole('button', { name: 'Next', exact: true })];
  expect(await previous.evaluate(textOf)).not.toBe(await next.evaluate(textOf));
});

test('the button for choosing files has a border, as it has no colour of its own; how far a repair is', async ({ api, fixGeometry, page }) => {
  await api.repairEnds('RUNNING', { progress: 0.4 });
  await fixGeometry.open();
  const { border, text } = await page.locator('input[type=file]').evaluate((input) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, color } = getComputedStyle(input, '::file-selector-button');
    return { border: [borderTopStyle, borderTopWidth, borderTopColor], text: color };
  });
  expect(border).toEqual(['solid', '1px', text]);
  await fixGeometry.choose({ name: 'farm.kml', content: 'x' });
  const bar = page.getByRole('progressbar').locator('[style*="width"]');
  await expect(bar).toHaveAttribute('style', /40%/);
  expect(await bar.evaluate(backgroundOf)).not.toBe(await bar.locator('..').evaluate(backgroundOf));
});
