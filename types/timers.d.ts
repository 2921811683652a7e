declare function setTimeout(work: () => void, milliseconds?: number): unknown;
