export function areOfTheirSources(folder: string, root: string): boolean;
export function statesOf(sources: readonly string[], root: string): [string, number, number][];
export function listSources(folder: string, states: [string, number, number][], root: string): boolean;
