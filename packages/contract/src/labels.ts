/** Whether a label only counts the features of its layer, as where a file has no names: then a position beside it says the same again. */
export function isOnlyPosition(label: string, position: number): boolean {
  return label === `feature ${position}` || label === `record ${position}`;
}
