/** Text for an element or an attribute; characters not allowed in XML are left out. */
export function xmlText(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, (character) => ('\t\n\r'.includes(character) ? character : ''))
    .replaceAll(/[\uD800-\uDFFF\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
