/** A value that the reader accepted: JSON, except that NaN and infinities may be bare words, which become null. */
export function looseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:NaN|Infinity)/g, (found) => (found.startsWith('"') ? found : 'null')));
  }
}
