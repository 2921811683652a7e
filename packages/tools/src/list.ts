import type { ToolDefinition } from './tool.ts';

/** What is known of a tool without loading it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Its `geotools` command: generated from the definition, written by hand for this tool alone, or none. */
  readonly command: 'made' | 'by-hand' | 'none';
  load(): Promise<ToolDefinition>;
}

/** Tools whose command is generated from their definition, and that can process repaired files further. */
const GENERAL: readonly ListedTool[] = [
  {
    name: 'convert',
    title: 'Convert',
    summary: 'Write files again in another format, and say field by field what that format cannot hold.',
    command: 'made',
    load: async () => (await import('./convert/definition.ts')).convert,
  },
  {
    name: 'reproject',
    title: 'Reproject',
    summary: 'Bring coordinates from one reference system to another, and say which shift between datums was used and how exact it is.',
    command: 'made',
    load: async () => (await import('./reproject/definition.ts')).reproject,
  },
  {
    name: 'merge',
    title: 'Merge',
    summary: 'Bring the features of several files together in one, whatever their formats and reference systems.',
    command: 'made',
    load: async () => (await import('./merge/definition.ts')).merge,
  },
  {
    name: 'split',
    title: 'Split',
    summary: 'Make several files of one: for each value of a field, for each layer, or for so many features.',
    command: 'made',
    load: async () => (await import('./split/definition.ts')).split,
  },
  {
    name: 'extract',
    title: 'Extract',
    summary: 'Take the features that a condition, a rectangle or the polygons of another file choose, whole or cut at the border.',
    command: 'made',
    load: async () => (await import('./extract/definition.ts')).extract,
  },
  {
    name: 'simplify',
    title: 'Simplify',
    summary: 'Take vertices out of lines and borders; shared borders are simplified once, so that no gap or overlap appears.',
    command: 'made',
    load: async () => (await import('./simplify/definition.ts')).simplify,
  },
  {
    name: 'buffer',
    title: 'Buffer',
    summary: 'Draw the zone within a distance of points, lines or areas, in metres on the ground.',
    command: 'made',
    load: async () => (await import('./buffer/definition.ts')).buffer,
  },
  {
    name: 'compress',
    title: 'Compress files',
    summary: 'Pack files into one ZIP archive, as small as it goes; with nothing in them changed, or with fewer digits.',
    command: 'made',
    load: async () => (await import('./compress/definition.ts')).compress,
  },
];

/** Every tool. This list loads none of them, and no library, since the command line reads it at every start. */
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
    name: 'check-geometry',
    title: 'Check geometry',
    summary: 'Say what Fix geometry would find in files, and repair nothing; the result is the report.',
    // `geotools check` is written by hand.
    command: 'none',
    load: async () => (await import('./check-geometry/definition.ts')).checkGeometry,
  },
  {
    name: 'preview-tolerances',
    title: 'Preview tolerances',
    summary: 'Say with which distances Fix geometry would measure, and repair nothing.',
    command: 'none',
    load: async () => (await import('./preview-tolerances/definition.ts')).previewTolerances,
  },
];
