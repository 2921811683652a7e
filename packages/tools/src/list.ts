import type { ToolDefinition } from './tool.ts';

/** What is known about a tool without loading it. */
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
    summary: 'Convert files to another format, and report field by field what that format cannot hold.',
    command: 'made',
    load: async () => (await import('./convert/definition.ts')).convert,
  },
  {
    name: 'reproject',
    title: 'Reproject',
    summary: 'Transform coordinates to another coordinate reference system (CRS), and report the datum shift and its accuracy.',
    command: 'made',
    load: async () => (await import('./reproject/definition.ts')).reproject,
  },
  {
    name: 'merge',
    title: 'Merge',
    summary: 'Merge the features of several files into one, whatever their formats and coordinate reference systems.',
    command: 'made',
    load: async () => (await import('./merge/definition.ts')).merge,
  },
  {
    name: 'split',
    title: 'Split',
    summary: 'Split a file into several: by the values of a field, by layer, by part, or by number of features.',
    command: 'made',
    load: async () => (await import('./split/definition.ts')).split,
  },
  {
    name: 'extract',
    title: 'Extract',
    summary: 'Extract features by attribute, by rectangle or by the polygons of another file, whole or clipped.',
    command: 'made',
    load: async () => (await import('./extract/definition.ts')).extract,
  },
  {
    name: 'simplify',
    title: 'Simplify',
    summary: 'Simplify lines and polygons. Shared borders are simplified once, so that no gaps or overlaps appear.',
    command: 'made',
    load: async () => (await import('./simplify/definition.ts')).simplify,
  },
  {
    name: 'buffer',
    title: 'Buffer',
    summary: 'Draw buffers around points, lines or polygons, at a distance in metres on the ground.',
    command: 'made',
    load: async () => (await import('./buffer/definition.ts')).buffer,
  },
  {
    name: 'compress',
    title: 'Compress files',
    summary: 'Pack files into one small ZIP archive, unchanged or with rounded coordinates.',
    command: 'made',
    load: async () => (await import('./compress/definition.ts')).compress,
  },
];

/** Every tool. This list loads none of them, and no library, since the command line reads it at every start. */
export const TOOL_LIST: readonly ListedTool[] = [
  {
    name: 'fix-geometry',
    title: 'Fix geometry',
    summary: 'Repair faults in the geometry of files, and return the files with nothing else changed.',
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
    summary: 'Report what Fix geometry would find in files, without repairing anything. The result is the report.',
    // `geotools check` is written by hand.
    command: 'none',
    load: async () => (await import('./check-geometry/definition.ts')).checkGeometry,
  },
  {
    name: 'preview-tolerances',
    title: 'Preview tolerances',
    summary: 'Report the snap distance and gap width that Fix geometry would use, without repairing anything.',
    command: 'none',
    load: async () => (await import('./preview-tolerances/definition.ts')).previewTolerances,
  },
];
