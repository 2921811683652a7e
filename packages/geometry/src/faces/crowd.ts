/** Where more features than this lie on top of each other, an overlap is what one loses to the one that has the land, not all that the two share: all pairs in a stack of 50 are 1,225 for each face. */
export const CROWD = 6;
