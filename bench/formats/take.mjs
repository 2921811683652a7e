// node take.mjs FILE FOLDER CHANGED: opens a file, changes a vertex of each of CHANGED features, and writes the result into FOLDER.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { diskFolder, driverFor, groupDatasets, openDiskFile } from '../../packages/formats/src/index.ts';

const [file, folder, changed] = [process.argv[2], process.argv[3], Number(process.argv[4])];
const base = path.basename(file).replace(/\.\w+$/, '.');
const names = file.endsWith('.shp') ? readdirSync(path.dirname(file)).filter((name) => name.startsWith(base)) : [path.basename(file)];
const files = await Promise.all(names.map((name) => openDiskFile(path.join(path.dirname(file), name))));
const groups = await groupDatasets(files, { workFolder: folder });
const started = performance.now();
const driver = await driverFor(groups.datasets[0].format);
const dataset = await driver.open(groups.datasets[0], { workFolder: folder });
const opened = performance.now();
await dataset.apply(dataset.layers.map(({ geometry }) => (changed === 0 ? null : movedVertices(geometry, changed))), diskFolder(folder));
const { featureOffsets, xy } = dataset.layers[0].geometry;
console.log(JSON.stringify({ open: (opened - started) / 1000, apply: (performance.now() - opened) / 1000, features: featureOffsets.length - 1, vertices: xy.length / 2 }));
await dataset.close();
await groups.close();
for (const one of files) await one.close();

/** A patch of every n-th feature, whose second vertex is moved a little. */
function movedVertices(layer, count) {
  const features = layer.featureOffsets.length - 1;
  const chosen = Int32Array.from({ length: Math.min(count, features) }, (_, index) => Math.floor((index * features) / count));
  const parts = [...chosen].map((feature) => layer.featureOffsets[feature]);
  const ranges = parts.map((part) => [layer.ringOffsets[layer.partOffsets[part]], layer.ringOffsets[layer.partOffsets[part + 1]]]);
  const lengths = ranges.map(([first, end]) => end - first);
  const offsets = (values) => values.reduce((sums, value) => (sums.push(sums.at(-1) + value), sums), [0]);
  const sourceVertex = Int32Array.from(ranges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, index) => first + index)));
  const xy = Float64Array.from([...sourceVertex].flatMap((vertex) => [layer.xy[2 * vertex], layer.xy[2 * vertex + 1]]));
  let at = 0;
  for (const length of lengths) {
    xy[2 * at + 2] += 1e-7;
    at += length;
  }
  return {
    features: chosen,
    geometry: {
      xy,
      z: layer.z === null ? null : Float64Array.from(sourceVertex, (vertex) => layer.z[vertex]),
      m: layer.m === null ? null : Float64Array.from(sourceVertex, (vertex) => layer.m[vertex]),
      ringOffsets: Int32Array.from(offsets(lengths)),
      partOffsets: Int32Array.from({ length: parts.length + 1 }, (_, index) => index),
      featureOffsets: Int32Array.from({ length: parts.length + 1 }, (_, index) => index),
      partKinds: new Uint8Array(parts.length).fill(3),
    },
    sourcePart: Int32Array.from(parts),
    sourceRing: new Int32Array(parts.length).fill(-1),
    sourceVertex,
  };
}
