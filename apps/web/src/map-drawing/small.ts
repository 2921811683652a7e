/** In pixels. What is smaller is covered by a dot, unless something larger lies there. */
export const SMALL = 6;
