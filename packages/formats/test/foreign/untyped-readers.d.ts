/** Readers of the tests that bring no types of their own; what they give is checked by a schema. */
declare module 'shpjs' {
  export function parseShp(shp: Uint8Array): unknown[];
}
declare module 'shapefile' {
  export function openShp(path: string): Promise<{ read(): Promise<{ done: boolean; value: unknown }> }>;
}
