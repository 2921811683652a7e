/** Whether a click is not the second one of a double click, which would do the same again. Keyboards count none. */
export function isFirstPress({ detail: presses }: { readonly detail: number }): boolean {
  return presses < 2;
}
