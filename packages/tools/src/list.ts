import type { ToolDefinition } from './tool.ts';

/** What is known of a tool without loading it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Its command of `geotools`: made from the definition, written by hand for this tool alone, or none. */
  readonly command: 'made' | 'by-hand' | 'none';
  load(): Promise<ToolDefinition>;
}

/** Tools whose command is made from their definition, and that may go on with what was repaired. */
const GENERAL: readonly ListedTool[] = [
  {
    name: 'compress',
    title: 'Compress files',
    summary: 'Pack files into one ZIP archive, as small as it goes, with nothing in them changed.',
    command: 'made',
    load: async () => (await import('./compress/definition.ts')).compress,
  },
];

/** Every tool there is. This list loads none of them, and no library: the command line reads it at each start. */
export const TOOL_LIST: readonly ListedTool[] = [
  {
    name: 'fix-geometry',
    title: 'Fix geometry',
    summary: 'Repair what is wrong in the geometry of files, and give them back with nothing else changed.',
    command: 'by-hand',
    load: async () => {
      const [{ fixGeometry }, ...followers] = await Promise.all([import('./fix-geometry/definition.ts'), ...GENERAL.map((tool) => tool.load())]);
      return fixGeometry(followers);
    },
  },
  ...GENERAL,
  {
    name: 'preview-tolerances',
    title: 'Preview tolerances',
    summary: 'Say with which distances Fix geometry would measure, and repair nothing.',
    command: 'none',
    load: async () => (await import('./preview-tolerances/definition.ts')).previewTolerances,
  },
];
