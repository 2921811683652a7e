/**
 * Whether a page of ours can show pictures from there: a path on our own server, or an address by https. The content security
 * policy of the server allows no other (a test compares the two), and so do browsers on every page that came by https.
 */
export function isPictureAddress(url: string): boolean {
  return /^\/(?!\/)/.test(url) || URL.parse(url)?.protocol === 'https:';
}
