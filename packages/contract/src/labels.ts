/** Whether a label only counts the features of its layer, as where a file has no names or only ids: then a position beside it says the same again. */
export function isOnlyPosition(label: string, position: number): boolean {
  return label === `feature ${position}` || label === `record ${position}` || label === String(position);
}

/** Behind the name of a feature in a sentence about several: its number, counted from 1, if all have one name, which says nothing then. */
export function numberIfAlike(label: string, position: number, all: readonly (string | null)[]): string {
  return all.every((other) => other === label) ? ` (number ${position})` : '';
}
