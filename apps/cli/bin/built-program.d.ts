export function builtProgram(args: readonly string[], root?: string): string | null;
