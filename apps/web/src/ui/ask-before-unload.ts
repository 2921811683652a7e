/** From now on the browser asks before the page is left for another site, reloaded or closed. @returns a function that ends it */
export function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
