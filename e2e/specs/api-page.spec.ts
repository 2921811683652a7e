import { expect, test } from '../drivers/test.ts';

test('the page of the API works under the content security policy, and a call can be opened', async ({ page }) => {
  await page.goto('/api/v1/docs');
  await expect(page).toHaveTitle('GeoInsights API');
  await expect(page.getByText('Run a tool on an upload')).toBeVisible();
  // It is that of this API: none of another is asked for, and it leads nowhere else.
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const addresses = await page.getByRole('link').evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')));
  expect(addresses.filter((address) => address !== '' && new URL(address).origin !== new URL(page.url()).origin)).toEqual([]);
  await page.getByText('How a task stands').click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
});
