/**
 * A line for the terminal as one line: names from files may contain anything, and control characters in them would move its cursor, change its colours
 * or its title, or end the line.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
