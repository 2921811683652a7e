/**
 * `npm run pictures:repair`: draws the pictures of docs/repair.md with the current kernel, and writes the list of all cases. A test
 * compares the committed files with what this generates.
 *
 * `npm run pictures:repair -- FILE.geojson --stages [FOLDER]`: draws the state of the kernel after each stage of the repair of a file,
 * one SVG per stage, into FOLDER (default: `stages`). For other formats, run `ogr2ogr FILE.geojson …` first.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCollection } from '../src/geojson/read.ts';
import { generatedFiles } from './generated-files.ts';
import { drawStages } from './stages.ts';

const [file, flag, folder = 'stages'] = process.argv.slice(2);
if (process.argv.length < 3) {
  for (const [to, text] of await generatedFiles()) {
    mkdirSync(new URL('.', to), { recursive: true });
    writeFileSync(to, text);
  }
} else if (flag === '--stages') {
  const layer = readCollection(JSON.parse(readFileSync(file, 'utf8')));
  const isInDegrees = layer.xy.every((value, i) => !(Math.abs(value) > (i % 2 === 0 ? 180 : 90)));
  const pictures = drawStages(layer, { units: { kind: isInDegrees ? 'geographic' : 'planar' }, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 });
  mkdirSync(folder, { recursive: true });
  for (const { name, svg } of pictures) writeFileSync(path.join(folder, `${name}.svg`), svg);
  console.log(`${pictures.length} pictures in ${folder}${pictures.length === 0 ? '' : `, from ${pictures[0]?.name ?? ''} on`}`);
} else {
  console.error('npm run pictures:repair -- FILE.geojson --stages [FOLDER]');
  process.exitCode = 2;
}
