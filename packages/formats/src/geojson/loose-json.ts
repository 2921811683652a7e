/** A value that the reader has passed over without complaint: JSON, but for NaN and infinities as bare words, which become null. */
export function looseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:NaN|Infinity)/g, (found) => (found.startsWith('"') ? found : 'null')));
  }
}
