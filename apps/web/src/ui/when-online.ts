/** Calls back each time the device has a network again. @returns a function that ends this. */
export function whenOnline(onReturn: () => void): () => void {
  window.addEventListener('online', onReturn);
  return () => {
    window.removeEventListener('online', onReturn);
  };
}
