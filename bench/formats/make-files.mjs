// Files of a given size in megabytes, all with the same kind of polygons, written as common programs write them.
import { spawnSync } from 'node:child_process';
import { closeSync, createWriteStream, openSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ZipFile } from 'yazl';

/** Corners of a polygon in most of the files. */
const CORNERS = 40;
const ATTRIBUTES = 'BR-5107-8F3A';

/** The corners of polygon i, clockwise and closed, in degrees. */
function ring(i, corners) {
  const x = -60 + (i % 4000) * 0.004;
  const y = -20 + Math.floor(i / 4000) * 0.004;
  const positions = [];
  for (let k = 0; k < corners; k++) {
    const angle = (-2 * Math.PI * k) / corners;
    const radius = 0.0012 + 0.0003 * Math.sin(7 * angle + i);
    positions.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
  }
  positions.push(positions[0]);
  return positions;
}

/** Writes text or bytes piece by piece until the file has its size. */
function writeUntil(file, bytes, head, pieceOf, tail) {
  const handle = openSync(file, 'w');
  let size = writeSync(handle, head);
  let count = 0;
  for (let pending = [], length = 0; size + length < bytes || pending.length > 0; ) {
    if (size + length < bytes) {
      const piece = pieceOf(count++);
      pending.push(piece);
      length += piece.length;
    }
    if (length > 1 << 20 || size + length >= bytes) {
      size += writeSync(handle, typeof pending[0] === 'string' ? pending.join('') : Buffer.concat(pending));
      pending = [];
      length = 0;
    }
  }
  writeSync(handle, tail);
  closeSync(handle);
  return count;
}

export function makeGeoJson(file, bytes, corners = CORNERS) {
  const feature = (i) =>
    `${i === 0 ? '' : ',\n'}{ "type": "Feature", "properties": { "cod_imovel": "${ATTRIBUTES}${i}", "area": ${(i * 0.37).toFixed(4)} }, "geometry": { "type": "Polygon", "coordinates": [ [ ${ring(i, corners)
      .map(([x, y]) => `[ ${x}, ${y} ]`)
      .join(', ')} ] ] } }`;
  return writeUntil(file, bytes, '{\n"type": "FeatureCollection",\n"name": "imoveis",\n"features": [\n', feature, '\n]\n}\n');
}

export function makeKml(file, bytes) {
  const placemark = (i) =>
    `<Placemark><name>${ATTRIBUTES}${i}</name><ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="area">${i}</SimpleData></SchemaData></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring(i, CORNERS)
      .map(([x, y]) => `${x},${y},0`)
      .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n`;
  return writeUntil(file, bytes, '<?xml version="1.0" encoding="utf-8" ?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document id="root_doc"><Folder><name>imoveis</name>\n', placemark, '</Folder></Document></kml>\n');
}

export async function makeKmz(file, kml) {
  const archive = new ZipFile();
  archive.addFile(kml, 'doc.kml');
  archive.end();
  const output = createWriteStream(file);
  archive.outputStream.pipe(output);
  await new Promise((resolve, reject) => output.on('close', resolve).on('error', reject));
}

/** A set of .shp, .shx and .dbf; `bytes` is the size of the .shp. */
export function makeShapefile(file, bytes, corners = CORNERS) {
  const content = 48 + 16 * (corners + 1);
  const count = Math.ceil((bytes - 100) / (8 + content));
  const header = (length) => {
    const head = Buffer.alloc(100);
    head.writeInt32BE(9994, 0);
    head.writeInt32BE(length / 2, 24);
    head.writeInt32LE(1000, 28);
    head.writeInt32LE(5, 32);
    for (const [at, value] of [-61, -21, -43, 90].entries()) head.writeDoubleLE(value, 36 + 8 * at);
    return head;
  };
  const record = (i) => {
    const positions = ring(i, corners);
    const buffer = Buffer.alloc(8 + content);
    buffer.writeInt32BE(i + 1, 0);
    buffer.writeInt32BE(content / 2, 4);
    buffer.writeInt32LE(5, 8);
    const [xs, ys] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
    for (const [at, value] of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].entries()) buffer.writeDoubleLE(value, 12 + 8 * at);
    buffer.writeInt32LE(1, 44);
    buffer.writeInt32LE(positions.length, 48);
    for (const [at, value] of positions.flat().entries()) buffer.writeDoubleLE(value, 56 + 8 * at);
    return buffer;
  };
  writeUntil(file, 100 + count * (8 + content), header(100 + count * (8 + content)), record, '');
  const base = file.slice(0, -'.shp'.length);
  const entry = (i) => {
    const buffer = Buffer.alloc(8);
    buffer.writeInt32BE((100 + i * (8 + content)) / 2, 0);
    buffer.writeInt32BE(content / 2, 4);
    return buffer;
  };
  writeUntil(`${base}.shx`, 100 + 8 * count, header(100 + 8 * count), entry, '');
  const head = Buffer.alloc(65);
  head[0] = 3;
  head.writeUInt32LE(count, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(21, 10);
  head.write('COD_IMOVEL\0C', 32, 'latin1');
  head[48] = 20;
  head[64] = 0x0d;
  writeUntil(`${base}.dbf`, 65 + 21 * count, head, (i) => Buffer.from(` ${`${ATTRIBUTES}${i}`.padEnd(20)}`), '');
  return count;
}

/** Written by GDAL, with a spatial index, like most GeoPackages. */
export function makeGeoPackage(file, bytes, folder) {
  const shapefile = path.join(folder, 'source.shp');
  const count = makeShapefile(shapefile, Math.round(bytes * 0.86));
  const { status, stderr } = spawnSync('ogr2ogr', ['-f', 'GPKG', '-a_srs', 'EPSG:4674', '-nln', 'imoveis', file, shapefile], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ogr2ogr could not make the GeoPackage: ${stderr}`);
  for (const extension of ['.shp', '.shx', '.dbf']) rmSync(shapefile.replace('.shp', extension));
  return { count, bytes: statSync(file).size };
}
