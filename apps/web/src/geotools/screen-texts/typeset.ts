/**
 * A sentence of the server, which is also read in terminals, with the quotation marks of this page. If the marks are not in pairs, because a name
 * contains one, the sentence stays unchanged.
 */
export function typeset(sentence: string): string {
  const marks = sentence.split('"').length - 1;
  return marks % 2 === 1 ? sentence : sentence.replaceAll(/"([^"]*)"/g, '“$1”');
}
