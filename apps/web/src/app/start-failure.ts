/** Logs why the site could not start, and shows a message that depends on nothing of the site itself. */
export function showStartFailure(error: unknown) {
  console.error('GeoInsights could not start:', error);
  document.getElementById('starting')?.remove();
  const sentence = document.createElement('p');
  sentence.className = 'notice';
  sentence.setAttribute('role', 'alert');
  sentence.textContent = 'GeoInsights could not start. Reload the page; if this sentence stays, try another or a newer browser.';
  (document.getElementById('root') ?? document.body).replaceChildren(sentence);
}
