/** Third-party readers without types of their own; a schema checks their output. */
declare module 'shpjs' {
  export function parseShp(shp: Uint8Array): unknown[];
}
declare module 'shapefile' {
  export function openShp(path: string): Promise<{ read(): Promise<{ done: boolean; value: unknown }> }>;
}
