import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openLocalLayer } from '../../packages/catalogue/src/local-layer.ts';
import { paintMap } from '../../apps/server/src/wms/paint.ts';

const APPEARANCE = { format: 'image/png', transparent: true, background: '#ffffff' };
const SIDE = 256;

/**
 * Draws tiles one by one, in this process, as a render thread does, and measures the CPU time of each, which other work on the
 * machine affects less than response times.
 * @param {string} layersFolder of a server
 * @param {number} features the layer is the one with so many
 * @param {(zoom: number) => number[][]} boxesOf EPSG:3857
 * @returns {Promise<{ zoom: number, tiles: number, median: number, worst: number }[]>} milliseconds
 */
export async function slowestTiles(layersFolder, features, zooms, boxesOf) {
  const name = readdirSync(layersFolder).find((each) => JSON.parse(readFileSync(path.join(layersFolder, each, 'layer.json'), 'utf8')).features === features);
  const layer = await openLocalLayer(path.join(layersFolder, name));
  const rows = [];
  for (const zoom of zooms) {
    const boxes = boxesOf(zoom);
    for (const box of boxes.slice(0, 20)) draw(layer, box);
    const times = boxes.map((box) => draw(layer, box)).toSorted((a, b) => a - b);
    rows.push({ zoom, tiles: times.length, median: times[times.length >> 1], worst: times.at(-1) });
  }
  layer.close();
  return rows;
}

function draw(layer, [west, south, east, north]) {
  const before = process.cpuUsage();
  paintMap([{ layer, color: '#d7301f', isOutlined: false }], { width: SIDE, height: SIDE, plane: 'mercator', west, south, east, north }, APPEARANCE);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
