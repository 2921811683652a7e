/** Links of stylesheets that did not arrive. The link itself does not show it: Chromium gives it an empty sheet. */
const lostStyles = new Set<HTMLLinkElement>();

/** From now on, records which stylesheets do not arrive. */
export function watchStyles(): void {
  document.addEventListener('error', noteLostStyle, { capture: true });
}

function noteLostStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
}

/** Requests again what did not arrive: loading code requests its stylesheets only once, and would show a page without them. */
export async function renewLostStyles(): Promise<void> {
  await Promise.all([...lostStyles].filter(({ isConnected }) => isConnected).map(renewed));
}

function renewed(lost: HTMLLinkElement): Promise<void> {
  lostStyles.delete(lost);
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = lost.crossOrigin;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`The stylesheet ${lost.href} could not be loaded.`)));
    link.href = lost.href;
    lost.replaceWith(link);
  });
}
