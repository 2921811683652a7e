import { expect, test } from '../drivers/test.ts';

test('the page of the API works under the content security policy, and a call can be opened', async ({ page }) => {
  await page.goto('/api/v1/docs');
  await expect(page.getByText('Run a tool on an upload')).toBeVisible();
  await page.getByText('How a task stands').click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
});
