// Writes a shapefile of polygons that cover an area like municipalities, with the faults of real files.
// The same arguments give the same bytes. Also a program: node make-layer.mjs COUNT PATH-WITHOUT-EXTENSION [clean|light|heavy|slivers|twice|copies] [VERTICES]
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** How frequent each fault is, as a share of the polygons (of the borders for the first two). */
export const DIRT = {
  clean: null,
  light: { digitisedTwice: 0.01, bulging: 0.001, swapped: 0.001, repeated: 0.005, spike: 0.001, duplicate: 0.0005, strayHole: 0.0005 },
  heavy: { digitisedTwice: 0.1, bulging: 0.01, swapped: 0.01, repeated: 0.05, spike: 0.01, duplicate: 0.005, strayHole: 0.005 },
  /** Every border digitised twice, a centimetre apart: for few polygons with many vertices. */
  slivers: { digitisedTwice: 1, apart: 1e-7, bulging: 0, swapped: 0, repeated: 0, spike: 0, duplicate: 0, strayHole: 0 },
  /** Like heavy dirt, with every border digitised twice. */
  twice: { digitisedTwice: 1, bulging: 0.01, swapped: 0.01, repeated: 0.05, spike: 0.01, duplicate: 0.005, strayHole: 0.005 },
  /** Like heavy dirt, with nearly a third of the polygons duplicated. */
  copies: { digitisedTwice: 0.1, bulging: 0.01, swapped: 0.01, repeated: 0.05, spike: 0.01, duplicate: 0.3, strayHole: 0.005 },
};

const WGS84 = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
/** Degrees between corners, and the largest distance between the two lines of a border digitised twice (about a metre). */
const CELL = 0.05;
const APART = 1e-5;
const LAKES = 0.01;

/**
 * @param {number} count polygons before duplicates
 * @param {string} file path without extension
 * @param {keyof typeof DIRT} dirt
 * @param {{ vertices?: number }} options vertices: points on each of the four borders of a polygon, a power of two
 * @returns {{ features: number, vertices: number, bytes: number }}
 */
export function makeLayer(count, file, dirt, { vertices: steps = 16 } = {}) {
  const random = randomOf(count + steps);
  const faults = DIRT[dirt];
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const corners = Array.from({ length: (columns + 1) * (rows + 1) }, (_, i) => [
    round(5 + ((i % (columns + 1)) + 0.3 * (random() - 0.5)) * CELL),
    round(40 + (Math.floor(i / (columns + 1)) + 0.3 * (random() - 0.5)) * CELL),
  ]);
  const corner = (column, row) => corners[row * (columns + 1) + column];
  const writer = openShapefile(file);
  let below = Array.from({ length: columns }, (_, column) => border(corner(column, 0), corner(column + 1, 0)));
  for (let row = 0, made = 0; row < rows; row++) {
    const above = Array.from({ length: columns }, (_, column) => border(corner(column, row + 1), corner(column + 1, row + 1)));
    let left = border(corner(0, row), corner(0, row + 1));
    for (let column = 0; column < columns && made < count; column++, made++) {
      const right = border(corner(column + 1, row), corner(column + 1, row + 1));
      const centre = [5 + (column + 0.5) * CELL, 40 + (row + 0.5) * CELL];
      const sides = [below[column], right, above[column].toReversed(), left.toReversed()].map((side) => dirtySide(side.slice(0, -1), centre));
      const rings = [dirtyRing(sides.flat())];
      if (faults && random() < faults.strayHole) rings.push(square(centre[0] + 0.9 * CELL, centre[1], 0.05 * CELL));
      if (random() < LAKES) rings.push(square(centre[0] - 0.1 * CELL, centre[1] - 0.1 * CELL, 0.2 * CELL));
      writer.add(rings);
      if (faults && random() < faults.duplicate) writer.add(rings);
      left = right;
    }
    below = above;
  }
  return writer.close();

  /** A line that wanders between two points, by halving and moving the middle aside. */
  function border(from, to) {
    let line = [from, to];
    for (let n = 1; n < steps; n *= 2) {
      line = line.flatMap((p, i) => {
        const q = line[i + 1];
        if (q === undefined) return [p];
        // Borders of a clean layer wander less, so that none crosses another.
        const aside = (random() - 0.5) * (faults === null ? 0.15 : 0.2);
        return [p, [round((p[0] + q[0]) / 2 - (q[1] - p[1]) * aside), round((p[1] + q[1]) / 2 + (q[0] - p[0]) * aside)]];
      });
    }
    return line;
  }

  function dirtySide(side, centre) {
    if (!faults) return side;
    let line = side;
    if (random() < faults.digitisedTwice) {
      const apart = faults.apart ?? APART;
      line = line.map((p, i) => (i === 0 ? p : [round(p[0] + (random() - 0.5) * 2 * apart), round(p[1] + (random() - 0.5) * 2 * apart)]));
    }
    if (random() < faults.bulging / 4) {
      line = line.map((p, i) => {
        const out = 0.15 * Math.sin((Math.PI * i) / line.length);
        return i === 0 ? p : [round(p[0] + (p[0] - centre[0]) * out), round(p[1] + (p[1] - centre[1]) * out)];
      });
    }
    return line;
  }

  function dirtyRing(ring) {
    if (!faults) return ring;
    const place = () => Math.floor(random() * (ring.length - 4));
    if (random() < faults.swapped) {
      const i = place();
      [ring[i], ring[i + 2]] = [ring[i + 2], ring[i]];
    }
    if (random() < faults.repeated) {
      const i = place();
      ring.splice(i, 0, ring[i], ring[i]);
    }
    if (random() < faults.spike) {
      const i = place();
      const angle = random() * 2 * Math.PI;
      ring.splice(i + 1, 0, [round(ring[i][0] + 0.3 * CELL * Math.cos(angle)), round(ring[i][1] + 0.3 * CELL * Math.sin(angle))], ring[i]);
    }
    return ring;
  }
}

function square(x, y, size) {
  const [x0, y0, x1, y1] = [round(x), round(y), round(x + size), round(y + size)];
  return [[x0, y0], [x0, y1], [x1, y1], [x1, y0]];
}

function round(value) {
  return Math.round(value * 1e8) / 1e8;
}

/** Numbers in [0, 1) from a 32-bit linear congruential generator, with the upper bits mixed into the lower. */
function randomOf(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0;
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  };
}

/** A shapefile of polygons (shells clockwise, as the format requires) with one number per record, written record by record. */
function openShapefile(file) {
  const shp = openSync(`${file}.shp`, 'w');
  const index = [];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  let position = 100;
  let vertices = 0;
  writeSync(shp, Buffer.alloc(100));
  return {
    add(rings) {
      const closed = rings.map((ring) => [...ring, ring[0]].toReversed());
      const points = closed.flat();
      vertices += points.length;
      const record = Buffer.alloc(8 + 44 + 4 * closed.length + 16 * points.length);
      record.writeInt32BE(index.length + 1, 0);
      record.writeInt32BE((record.length - 8) / 2, 4);
      record.writeInt32LE(5, 8);
      const own = [Infinity, Infinity, -Infinity, -Infinity];
      points.forEach(([x, y], i) => {
        record.writeDoubleLE(x, 52 + 4 * closed.length + 16 * i);
        record.writeDoubleLE(y, 60 + 4 * closed.length + 16 * i);
        own[0] = Math.min(own[0], x);
        own[1] = Math.min(own[1], y);
        own[2] = Math.max(own[2], x);
        own[3] = Math.max(own[3], y);
      });
      own.forEach((value, i) => {
        record.writeDoubleLE(value, 12 + 8 * i);
        box[i] = i < 2 ? Math.min(box[i], value) : Math.max(box[i], value);
      });
      record.writeInt32LE(closed.length, 44);
      record.writeInt32LE(points.length, 48);
      let first = 0;
      closed.forEach((ring, i) => {
        record.writeInt32LE(first, 52 + 4 * i);
        first += ring.length;
      });
      writeSync(shp, record);
      index.push([position, record.length - 8]);
      position += record.length;
    },
    close() {
      writeSync(shp, headerOf(position, box), 0, 100, 0);
      closeSync(shp);
      const shx = Buffer.alloc(100 + 8 * index.length);
      headerOf(shx.length, box).copy(shx);
      index.forEach(([at, length], i) => {
        shx.writeInt32BE(at / 2, 100 + 8 * i);
        shx.writeInt32BE(length / 2, 104 + 8 * i);
      });
      writeFileSync(`${file}.shx`, shx);
      writeFileSync(`${file}.dbf`, tableOf(index.length));
      writeFileSync(`${file}.prj`, WGS84);
      return { features: index.length, vertices, bytes: position };
    },
  };
}

function headerOf(length, box) {
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE(length / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  box.forEach((value, i) => header.writeDoubleLE(value, 36 + 8 * i));
  return header;
}

function tableOf(count) {
  const header = Buffer.alloc(65);
  header[0] = 3;
  header.set([125, 1, 1], 1);
  header.writeInt32LE(count, 4);
  header.writeInt16LE(65, 8);
  header.writeInt16LE(11, 10);
  header.write('ID', 32);
  header.write('N', 43);
  header[48] = 10;
  header[64] = 13;
  const records = Array.from({ length: count }, (_, i) => ` ${String(i + 1).padStart(10)}`).join('');
  return Buffer.concat([header, Buffer.from(records), Buffer.from([26])]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [count, file, dirt = 'heavy', vertices = '16'] = process.argv.slice(2);
  if (file === undefined || !(dirt in DIRT)) {
    console.error('node make-layer.mjs COUNT PATH-WITHOUT-EXTENSION [clean|light|heavy|slivers] [VERTICES]');
    process.exit(2);
  }
  console.log(JSON.stringify(makeLayer(Number(count), file, dirt, { vertices: Number(vertices) })));
}
