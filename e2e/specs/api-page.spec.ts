import { z } from 'zod';
import { expect, test } from '../drivers/test.ts';

/** An answer that succeeds and one that does not: the others of a call differ in their words only. */
const ANSWERS_OF_A_CALL = 2;
const answersSchema = z.record(z.string(), z.unknown()).transform((answers) => Object.fromEntries(Object.entries(answers).slice(0, ANSWERS_OF_A_CALL)));
/** The call that is tried. */
const TRIED = 'getTask';
const callSchema = z.looseObject({
  operationId: z.string().optional(),
  parameters: z.array(z.looseObject({ in: z.string(), schema: z.unknown() })).optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: answersSchema,
});
const descriptionSchema = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.record(z.string(), callSchema)),
});
type Description = z.infer<typeof descriptionSchema>;

/** One call of each kind: those that are made in the same way with the same sorts of fields look the same but for their words. */
function oneOfEachKind(paths: Description['paths']): Description['paths'] {
  const kinds = new Set<string>();
  const isWanted = ([method, { operationId, parameters = [], requestBody }]: [string, z.infer<typeof callSchema>]) => {
    const kind = JSON.stringify([method, [...new Set(parameters.map((one) => one.in))].sort(), Object.keys(requestBody?.content ?? {})]);
    const isNew = !kinds.has(kind);
    kinds.add(kind);
    return isNew || operationId === TRIED;
  };
  return Object.fromEntries(Object.entries(paths).map(([path, calls]) => [path, Object.fromEntries(Object.entries(calls).filter(isWanted))]));
}

test('the page of the API works under the content security policy; axe finds nothing in a call that was tried, nor with one of each kind expanded, and nothing overflows', async ({ page, site, watch }) => {
  watch.expects(/status of 404/);
  await page.goto('/api/v1/docs');
  await expect(page).toHaveTitle('GeoInsights API');
  await expect(page.getByText('Run a tool on an upload')).toBeVisible();
  // The page is for this API only: it has no field for the address of another one, and no links to other sites.
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const addresses = await page.getByRole('link').evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')));
  expect(addresses.filter((address) => address !== '' && new URL(address).origin !== new URL(page.url()).origin)).toEqual([]);
  const calls = page.locator('.opblock-summary-control');
  await expect(calls).not.toHaveCount(0);
  // Whatever the keyboard reaches is seen, with its ring.
  const copying = page.getByRole('button', { name: 'Copy path to clipboard' }).first();
  await calls.first().focus();
  await site.press('Tab');
  await expect(copying).toBeFocused();
  await expect.poll(async () => (await copying.boundingBox())?.width).toBeGreaterThanOrEqual(18);
  await page.getByRole('button', { name: 'Schemas' }).focus();
  await site.press('Tab');
  expect(await site.focusIsVisible()).toBe(true);
  // The call whose answer has most in it: a report of any tool.
  await page.getByText('The state of a task').click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
  await expect(page.getByText('progress_status').first()).toBeVisible();
  // An opened call has an address of its own.
  await expect(page).toHaveURL(/#\/tasks\/getTask$/);
  // For each call that is opened, and each letter that is typed, the library works through the whole description again, up to two seconds of a processor: here without the
  // insides of reports and options.
  await page.route('**/docs/json', async (route) => {
    const response = await route.fetch();
    const description = descriptionSchema.parse(await response.json());
    const { schemas } = description.components;
    for (const name of Object.keys(schemas)) if (/(Report|Options)$/.test(name)) schemas[name] = { type: 'object' };
    await route.fulfill({ response, json: { ...description, paths: oneOfEachKind(description.paths) } });
  });
  await page.reload();
  await expect(calls).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('textbox', { name: 'tool' }).fill('fix-geometry');
  await page.getByRole('textbox', { name: 'uuid' }).fill('none');
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('There is no such task.').first()).toBeVisible();
  expect(await site.faultsAtEachWidth('a call of the API')).toEqual([]);
  await calls.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement && button.ariaExpanded === 'false') button.click();
  });
  await expect(page.locator('.opblock-summary-control[aria-expanded="false"]')).toHaveCount(0);
  await page.getByText('Run a tool on an upload').locator('xpath=ancestor::*[contains(@class, "opblock ")]').getByRole('button', { name: 'Try it out' }).click();
  await expect(page.getByRole('textbox', { name: 'Body of the request' })).toBeVisible();
  expect(await site.accessibilityFaults()).toEqual([]);
});
