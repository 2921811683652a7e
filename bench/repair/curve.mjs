// npm run bench:repair -- --curve [--sizes=1000,2000,… --dirt=heavy,light --runs=1 --before=OLD.json --add=SOME.json,OTHER.json --to=FOLDER]
// Repairs layers of increasing size with GeoInsights and mapshaper, and copies them with GDAL, in turns, and plots the cost per
// polygon: a cliff at some size shows as a step. Writes curve.svg and curve.json. `--before` draws an earlier curve.json dashed;
// `--add` includes earlier measurements (with an empty `--sizes=` nothing is measured).
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../options.mjs';
import { makeLayer } from './make-layer.mjs';
import { measure } from './measure.mjs';

const SIZES = '1000,2000,5000,10000,15000,20000,30000,50000,100000';
const COLOURS = ['#0b6e4f', '#b3541e', '#5b6b7b'];
const PANEL = { width: 420, height: 300, left: 64, top: 48, bottom: 44 };

/** @param {(input: string) => { name: string, command: string, args: (result: string) => string[] }[]} programs the programs to compare, ours first. */
export async function drawCurve(args, programs) {
  const options = readOptions({ sizes: SIZES, dirt: 'heavy,light', runs: '1', before: '', add: '', to: import.meta.dirname }, args);
  // An hour of measuring must not be lost because a folder is missing.
  mkdirSync(options.to, { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-curve-'));
  const rows = [];
  try {
    console.log('| layer | program | wall s | CPU s | CPU µs a polygon | peak MB |\n|---|---|---:|---:|---:|---:|');
    for (const dirt of options.dirt.split(',')) {
      for (const size of options.sizes.split(',').map(Number).filter((polygons) => polygons > 0)) {
        const input = path.join(folder, 'layer');
        const made = makeLayer(size, input, dirt);
        const used = new Map();
        for (let run = 0; run < Number(options.runs); run++) {
          for (const { name, command, args: argsOf } of programs(`${input}.shp`)) {
            const output = path.join(folder, 'result');
            rmSync(output, { recursive: true, force: true });
            mkdirSync(output);
            const figures = await measure(command, argsOf(path.join(output, 'result.shp')));
            if (!figures.ok) console.error(`${name}, ${dirt}, ${size}: ${figures.error}`);
            else used.set(name, [...(used.get(name) ?? []), figures]);
          }
        }
        for (const [name, all] of used) {
          const row = { dirt, polygons: made.features, vertices: made.vertices, program: name, wall: median(all, 'wall'), cpu: median(all, 'cpu'), peak: median(all, 'peak') };
          rows.push(row);
          console.log(`| ${dirt}, ${row.polygons.toLocaleString('en')} polygons | ${name} | ${row.wall.toFixed(2)} | ${row.cpu.toFixed(2)} | ${perPolygon(row).toFixed(0)} | ${(row.peak / 1e6).toFixed(0)} |`);
        }
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const known = options.add === '' ? [] : options.add.split(',').flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
  rows.push(...known.filter((row) => !rows.some(({ dirt, polygons, program }) => row.dirt === dirt && row.polygons === polygons && row.program === program)));
  // A panel for each kind of dirt, ordered by size.
  rows.sort((p, q) => p.dirt.localeCompare(q.dirt) || p.polygons - q.polygons);
  const before = options.before !== '' && existsSync(options.before) ? JSON.parse(readFileSync(options.before, 'utf8')) : [];
  writeFileSync(path.join(options.to, 'curve.json'), `${JSON.stringify(rows, null, 1)}\n`);
  writeFileSync(path.join(options.to, 'curve.svg'), svgOf(rows, before));
}

function median(all, key) {
  const values = all.map((figures) => figures[key] ?? NaN).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)];
}

/** Microseconds of processor time. */
function perPolygon({ cpu, polygons }) {
  return (cpu / polygons) * 1e6;
}

function svgOf(rows, before) {
  const dirts = [...new Set(rows.map(({ dirt }) => dirt))];
  const names = [...new Set(rows.map(({ program }) => program))];
  const all = [...rows, ...before];
  const most = Math.max(...all.map(perPolygon));
  const [smallest, largest] = [Math.min(...all.map(({ polygons }) => polygons)), Math.max(...all.map(({ polygons }) => polygons))];
  const x = (polygons) => PANEL.left + ((Math.log(polygons) - Math.log(smallest)) / (Math.log(largest) - Math.log(smallest) || 1)) * (PANEL.width - PANEL.left - 16);
  const y = (value) => PANEL.height - PANEL.bottom - (value / most) * (PANEL.height - PANEL.top - PANEL.bottom);
  const text = (at, to, words, anchor = 'middle', more = '') => `<text x="${at.toFixed(1)}" y="${to.toFixed(1)}" text-anchor="${anchor}"${more}>${words}</text>`;
  const line = (series, colour, dash) => `<polyline fill="none" stroke="${colour}" stroke-width="2"${dash} points="${series.map((row) => `${x(row.polygons).toFixed(1)},${y(perPolygon(row)).toFixed(1)}`).join(' ')}"/>`;
  const panels = dirts.map((dirt, index) => {
    const marks = [...new Set(rows.filter((row) => row.dirt === dirt).map(({ polygons }) => polygons))];
    const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => `<line x1="${PANEL.left}" x2="${PANEL.width - 16}" y1="${y(share * most).toFixed(1)}" y2="${y(share * most).toFixed(1)}" stroke="#e3e6e8"/>${text(PANEL.left - 6, y(share * most) + 4, (share * most).toFixed(0), 'end')}`);
    const ticks = marks.map((polygons, i) => (i % 2 === 0 || marks.length < 6 ? text(x(polygons), PANEL.height - PANEL.bottom + 18, shortCount(polygons)) : ''));
    const lines = names.flatMap((name, i) => {
      const of = (list) => list.filter((row) => row.dirt === dirt && row.program === name);
      return [...(of(before).length > 1 ? [line(of(before), COLOURS[i % COLOURS.length], ' stroke-dasharray="4 4" opacity="0.6"')] : []), line(of(rows), COLOURS[i % COLOURS.length], '')];
    });
    return `<g transform="translate(${index * PANEL.width} 0)">${text(PANEL.left, 24, `${dirt} dirt: µs of processor time a polygon`, 'start', ' font-weight="600"')}${grid.join('')}${ticks.join('')}${lines.join('')}${text((PANEL.left + PANEL.width) / 2, PANEL.height - 6, 'polygons')}</g>`;
  });
  const legend = names.map((name, i) => `<g transform="translate(${PANEL.left + i * 270} ${PANEL.height + 16})"><line x2="24" stroke="${COLOURS[i % COLOURS.length]}" stroke-width="2"/>${text(30, 4, name, 'start')}</g>`);
  const [width, height] = [PANEL.width * dirts.length, PANEL.height + 36];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#1d2a33"><rect width="100%" height="100%" fill="#fff"/>${panels.join('')}${legend.join('')}</svg>\n`;
}

function shortCount(count) {
  return count < 1e6 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}
