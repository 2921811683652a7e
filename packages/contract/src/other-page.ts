import { CallFailed } from './call-failed.ts';

/** In front of the first tag there may be a mark, white space and comments. A comment ends at its first -->: with any other, many comments could be read in more ways than anybody can wait for. */
const PAGE = /^\ufeff?\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
const PAGE_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
/** Comments of a page may be long, and nobody needs more of a file to recognise it. */
const LOOKED_AT_BYTES = 4096;

/** The API answers no web pages: one comes from something on the way, with any status. */
export class AnsweredByOther extends CallFailed {
  constructor() {
    super('Something on the way to the server answered with a web page of its own, such as the sign-in page of a hotel or a company network. Sign in there or use another network, then try again.', null);
  }
}

/** A file that the server names may be a page. */
export function isOtherPage(headers: Headers): boolean {
  return PAGE_TYPE.test(headers.get('content-type') ?? '') && !headers.has('content-disposition');
}

export function isPage(text: string): boolean {
  return PAGE.test(text.slice(0, LOOKED_AT_BYTES));
}

export async function isPageFile(blob: Blob): Promise<boolean> {
  return isPage(await blob.slice(0, LOOKED_AT_BYTES).text());
}
