import type { ToolDescription } from '../description/tool-description.ts';

/** Each other file of this folder describes one tool; Vite finds them when it builds the site. */
const FILES = import.meta.glob<ToolDescription>(['./*.ts', '!./index.ts'], { eager: true, import: 'TOOL' });

/** The tools in the order in which the page offers them. */
export const TOOLS: readonly ToolDescription[] = Object.values(FILES).sort((one, other) => one.place - other.place);
