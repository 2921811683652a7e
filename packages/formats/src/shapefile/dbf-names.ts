const LONGEST_NAME = 10;

/**
 * Names for the fields of a .dbf: at most ten bytes of UTF-8 and unique ignoring case. A name that has to change is cut at a
 * whole character and gets a number.
 */
export function dbfNames(names: readonly string[]): string[] {
  // Names that fit unchanged have priority.
  const taken = new Set<string>();
  const fitting = names.map((name) => {
    const isFree = cleaned(name) === name && bytesOf(name) <= LONGEST_NAME && name !== '' && !taken.has(keyOf(name));
    if (isFree) taken.add(keyOf(name));
    return isFree;
  });
  return names.map((name, index) => {
    if (fitting[index]) return name;
    const wanted = cleaned(name) || 'field';
    let free = shortened(wanted, LONGEST_NAME);
    for (let number = 1; taken.has(keyOf(free)); number++) {
      const suffix = `_${number}`;
      free = shortened(wanted, LONGEST_NAME - suffix.length) + suffix;
    }
    taken.add(keyOf(free));
    return free;
  });
}

/** Control characters end a name for some readers, and all readers lose blanks around it. */
function cleaned(name: string): string {
  return name.toWellFormed().replaceAll(/\p{Cc}/gu, '_').trim();
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** The longest prefix of a text that takes at most this many bytes and does not split a character. */
export function shortened(text: string, bytes: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read).trimEnd();
}
