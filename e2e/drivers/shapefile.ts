type Positions = readonly (readonly [number, number])[];

/** The shape types of the format. */
const TYPES = { point: 1, line: 3, polygon: 5 } as const;

/** A .shp file of shapes with one part each. The ring of a polygon is closed automatically. */
export function shapefileOf(rings: readonly Positions[], kind: keyof typeof TYPES = 'polygon'): Buffer {
  const records = rings.map((ring, index) => record(index + 1, kind === 'point' ? pointContent(ring) : content(ring, TYPES[kind])));
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(TYPES[kind], 32);
  writeBox(header, 36, rings.flat());
  return Buffer.concat([header, ...records]);
}

function pointContent([[x, y]]: Positions): Buffer {
  const content = Buffer.alloc(20);
  content.writeInt32LE(TYPES.point, 0);
  content.writeDoubleLE(x, 4);
  content.writeDoubleLE(y, 12);
  return content;
}

function content(positions: Positions, type: number): Buffer {
  const content = Buffer.alloc(48 + positions.length * 16);
  content.writeInt32LE(type, 0);
  writeBox(content, 4, positions);
  content.writeInt32LE(1, 36);
  content.writeInt32LE(positions.length, 40);
  content.writeInt32LE(0, 44);
  for (const [index, [x, y]] of positions.entries()) {
    content.writeDoubleLE(x, 48 + index * 16);
    content.writeDoubleLE(y, 56 + index * 16);
  }
  return content;
}

function record(number: number, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(number, 0);
  head.writeInt32BE(content.length / 2, 4);
  return Buffer.concat([head, content]);
}

function writeBox(to: Buffer, at: number, positions: Positions) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of positions) {
    box[0] = Math.min(box[0] ?? x, x);
    box[1] = Math.min(box[1] ?? y, y);
    box[2] = Math.max(box[2] ?? x, x);
    box[3] = Math.max(box[3] ?? y, y);
  }
  for (const [index, value] of box.entries()) to.writeDoubleLE(value, at + index * 8);
}

/** A square of this many degrees, starting at its lower left corner, clockwise as the format requires. */
export function square(west: number, south: number, side: number): [number, number][] {
  return [
    [west, south],
    [west, south + side],
    [west + side, south + side],
    [west + side, south],
    [west, south],
  ];
}

/** A closed ring with this many vertices, clockwise around a point. */
export function circle(longitude: number, latitude: number, radius: number, vertices: number): [number, number][] {
  return Array.from({ length: vertices }, (_, index) => {
    const angle = (-2 * Math.PI * (index % (vertices - 1))) / (vertices - 1);
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
  });
}

/** A KML file with one named feature. */
export function kmlOf(name: string, ring: Positions, kind: 'point' | 'line' | 'polygon' = 'polygon'): string {
  const positions = ring.map(([x, y]) => `${String(x)},${String(y)}`).join(' ');
  const coordinates = `<coordinates>${positions}</coordinates>`;
  const geometry = {
    point: `<Point>${coordinates}</Point>`,
    line: `<LineString>${coordinates}</LineString>`,
    polygon: `<Polygon><outerBoundaryIs><LinearRing>${coordinates}</LinearRing></outerBoundaryIs></Polygon>`,
  }[kind];
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>${name}</name><ExtendedData><Data name="dono"><value>Maria</value></Data></ExtendedData>${geometry}</Placemark></Document></kml>`;
}
