export function areOfTheirSources(folder: string, root: string): boolean;
export function listSources(folder: string, sources: readonly string[], root: string): void;
