const LITTER = /(^|[/\\])(__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** Whether an entry of an archive is one that an operating system adds by itself. */
export function isLitter(name: string): boolean {
  return LITTER.test(name);
}
