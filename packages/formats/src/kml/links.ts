/** What somebody can do whose file shows land that is not in it. */
export const LINKS_STAY = 'Links are never followed: open it in Google Earth, and save there what it shows as KML.';

export function linksInWords(links: number): string {
  return links === 1 ? 'one link to another file' : `${String(links)} links to other files`;
}
