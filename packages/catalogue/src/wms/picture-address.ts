/**
 * Whether our pages can show pictures from there: a path on our own server, or an https address. The server's content security policy
 * allows no other (a test compares the two), and neither do browsers on a page loaded over https.
 */
export function isPictureAddress(url: string): boolean {
  return /^\/(?!\/)/.test(url) || URL.parse(url)?.protocol === 'https:';
}
