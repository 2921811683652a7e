/** The words with a capital at their beginning, as a sentence or a label has it. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
