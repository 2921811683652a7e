/** A name as SQLite compares it: the letters A to Z without regard to case, and no others. `Área` and `área` are two tables. */
export function foldedName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
