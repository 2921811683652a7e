/** Whether a label only counts the features of its layer, as where a file has no names or only ids: then a position beside it says the same again. */
export function isOnlyPosition(label: string, position: number): boolean {
  return label === `feature ${position}` || label === `record ${position}` || label === String(position);
}
