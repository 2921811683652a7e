import type { Page } from '@playwright/test';

/** Drags files and folders on disk from outside the browser, and drops them at a place in the window. */
export async function dropPaths(page: Page, x: number, y: number, files: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files: [...files], dragOperationsMask: 1 } });
  await session.detach();
}
