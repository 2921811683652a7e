/** A .shp file of polygons, each a ring of longitudes and latitudes that is closed by itself. */
export function shapefileOf(rings: readonly (readonly (readonly [number, number])[])[]): Buffer {
  const records = rings.map((ring, index) => record(index + 1, ring));
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  writeBox(header, 36, rings.flat());
  return Buffer.concat([header, ...records]);
}

function record(number: number, ring: readonly (readonly [number, number])[]): Buffer {
  const content = Buffer.alloc(48 + ring.length * 16);
  content.writeInt32LE(5, 0);
  writeBox(content, 4, ring);
  content.writeInt32LE(1, 36);
  content.writeInt32LE(ring.length, 40);
  content.writeInt32LE(0, 44);
  for (const [index, [x, y]] of ring.entries()) {
    content.writeDoubleLE(x, 48 + index * 16);
    content.writeDoubleLE(y, 56 + index * 16);
  }
  const head = Buffer.alloc(8);
  head.writeInt32BE(number, 0);
  head.writeInt32BE(content.length / 2, 4);
  return Buffer.concat([head, content]);
}

function writeBox(to: Buffer, at: number, positions: readonly (readonly [number, number])[]) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of positions) {
    box[0] = Math.min(box[0] ?? x, x);
    box[1] = Math.min(box[1] ?? y, y);
    box[2] = Math.max(box[2] ?? x, x);
    box[3] = Math.max(box[3] ?? y, y);
  }
  for (const [index, value] of box.entries()) to.writeDoubleLE(value, at + index * 8);
}

/** A square of this many degrees, its lower left corner first, clockwise as the format has it. */
export function square(west: number, south: number, side: number): [number, number][] {
  return [
    [west, south],
    [west, south + side],
    [west + side, south + side],
    [west + side, south],
    [west, south],
  ];
}

/** A KML file with one named square. */
export function kmlOf(name: string, ring: readonly (readonly [number, number])[]): string {
  const coordinates = ring.map(([x, y]) => `${String(x)},${String(y)}`).join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>${name}</name><ExtendedData><Data name="dono"><value>Maria</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;
}
