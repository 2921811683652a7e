/** The first of some file names, and how many more there are. */
export function namesOf([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} e de mais ${others.length === 1 ? '1 arquivo' : `${others.length} arquivos`}`;
}
