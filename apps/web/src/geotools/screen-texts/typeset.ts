/**
 * A sentence of the server, which is also read in terminals, with the quotation marks of this page. One whose marks are no pairs, because a name
 * holds one, stays as it is.
 */
export function typeset(sentence: string): string {
  const marks = sentence.split('"').length - 1;
  return marks % 2 === 1 ? sentence : sentence.replaceAll(/"([^"]*)"/g, '“$1”');
}
