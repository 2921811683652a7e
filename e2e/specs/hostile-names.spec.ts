import { GROUPS } from '../drivers/layer-groups.ts';
import { kmlOf, square } from '../drivers/shapefile.ts';
import { COMPLETED_FIELDS, RICH_REPORT } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

/** Sets a flag when a browser runs it, wherever in a page it is inserted. */
const RUN = 'globalThis.gotThrough=1';
const MARKUP = [
  `<img src=x onerror=${RUN}>`,
  `<script>${RUN}</script>`,
  `<svg onload=${RUN}>`,
  `"><iframe srcdoc="<script>parent.${RUN}</script>">`,
  `' onmouseover='${RUN}' autofocus onfocus='${RUN}`,
  `<style>*{background:red}</style>`,
  `javascript:${RUN}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `</title><base href=//evil.example>`,
];
const BIDI = 'fazenda\u202Elmk.exe\u202C\u2066x\u2069\u200F';
const CONTROL = 'a\u0000b\u0007c\u001B[31md\u0085e\u2028f';
const NAMES = [...MARKUP, BIDI, CONTROL, '__proto__', 'x'.repeat(4000)];

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => 'gotThrough' in globalThis)).toBe(false);
  expect(await page.locator('main img[src="x"], main iframe, main script, main style, head base').count()).toBe(0);
});

test('markup in names of files and reasons of a result stays text', async ({ fixGeometry, api, page }) => {
  const failures = NAMES.map((name) => ({ file: name, code: 'kml-not-xml', title: name, detail: name }));
  const [dataset] = RICH_REPORT.datasets;
  const datasets = NAMES.map((name) => ({ ...dataset, name, files: [name], layers: dataset.layers.map((layer) => ({ ...layer, name })) }));
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: { ...RICH_REPORT, datasets, failures, notes: NAMES.map((text) => ({ code: 'file-left-out', text })) } });
  await fixGeometry.open('task-1');
  await fixGeometry.seesStatusButton('Download');
  await expect(page.getByText(MARKUP[0] ?? '', { exact: false }).first()).toBeVisible();
});

test('markup in an error message and in the address stays text', async ({ fixGeometry, api, page }) => {
  const [markup = ''] = MARKUP;
  const all = MARKUP.join(' ');
  await api.pollsGive('FAILED', { error: { type: 'about:blank', title: all, status: 422, detail: all, code: 'file-empty', file: all } });
  await fixGeometry.open(markup);
  await expect(page.getByText(all, { exact: false }).first()).toBeVisible();
});

test('markup in names of layers, groups and services, within a KML and in its own name stays text in the explorer', async ({ explorer, api, page }) => {
  const [group] = GROUPS;
  const [layer] = group.layers;
  const groups = NAMES.map((name, index) => ({ ...group, name, layers: [{ ...layer, uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, name, description: name, source: name, licence: name, attribution: name }] }));
  await api.layerGroupsAnswer({ body: groups });
  await explorer.open();
  await expect(page.getByText(MARKUP[0] ?? '', { exact: false }).first()).toBeVisible();
  for (const name of [...MARKUP, BIDI]) {
    const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    await explorer.choose({ name: `${name.replaceAll('/', '_')}.kml`, content: kmlOf(escaped, square(-47, -15, 1)) });
    await expect(explorer.panel('Escolha a regiao de interesse').getByText(name.replaceAll('/', '_').slice(0, 12), { exact: false }).first()).toBeVisible();
  }
});
