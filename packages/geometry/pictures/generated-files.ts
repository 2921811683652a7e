import { applyPatch, repair } from '../src/index.ts';
import type { RepairOptions } from '../src/index.ts';
import { CASE_TABLES } from '../test/cases/index.ts';
import type { Case } from '../test/cases/case.ts';
import { layerOf, shapesOf, wktOf } from '../test/layers.ts';
import type { Shape } from '../test/layers.ts';
import { optionsOf } from '../test/run-case.ts';
import { drawPicture } from './draw.ts';
import { PICTURED_RULES } from './rules.ts';

const DOCS = new URL('../../../docs/', import.meta.url);
/** Longer geometries are truncated; they can be looked up in the tables themselves. */
const LONGEST_TEXT = 600;
const UNTOUCHED: RepairOptions = { units: { kind: 'planar' }, snapDistance: 0, maxGapWidth: 0, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 };

/** The pictures of the rules and the list of cases, by file. */
export async function generatedFiles(): Promise<[URL, string][]> {
  const files: [URL, string][] = [];
  for (const { file, title, description, features, options, hasVertices, isApart } of PICTURED_RULES) {
    const after = await repaired(features, { ...UNTOUCHED, ...options });
    const picture = { title, description, before: features, after, hasVertices: hasVertices === true, isApart: isApart === true };
    files.push([new URL(`pictures/${file}.svg`, DOCS), drawPicture(picture)]);
  }
  files.push([new URL('repair-cases.md', DOCS), await caseList()]);
  return files;
}

async function repaired(features: readonly Shape[], options: RepairOptions): Promise<Shape[]> {
  const layer = layerOf(features);
  const { patch } = await repair(layer, options);
  return shapesOf(patch === null ? layer : applyPatch(layer, patch));
}

async function caseList(): Promise<string> {
  const count = CASE_TABLES.reduce((sum, table) => sum + table.cases.length, 0);
  const lines = [
    '# The cases that the kernel is tested with',
    '',
    `${count} layers, each with where it comes from ("GEOS #733" is that issue in its tracker; "ours" says why we have it), the rule that`,
    'it stands on, and its features before and after as WKT. Each is run with the tolerances named (else with `auto` and with none;',
    'the result shown is with none) and held against all promises by GEOS.',
    'This list is written by `npm run pictures:repair`; the tables are in `packages/geometry/test/cases`.',
    '',
  ];
  for (const { title, source, cases } of CASE_TABLES) {
    lines.push(`## ${title}`, '', `From: ${source}`, '');
    for (const example of cases) lines.push(...(await caseLines(example)));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

async function caseLines(example: Case): Promise<string[]> {
  const options = optionsOf(example).at(-1) ?? UNTOUCHED;
  const after = await repaired(example.features, options);
  const texts = (shapes: readonly Shape[]): string[] => shapes.map(wktOf).map((text) => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text));
  const [before, result] = [texts(example.features), texts(after)];
  const isSame = before.every((text, i) => text === result[i]);
  const given = example.options === undefined ? '' : ` Options: ${Object.entries(example.options).map(([name, value]) => `\`${name}: ${typeof value !== 'object' ? String(value) : 'kind' in value ? value.kind : name}\``).join(', ')}.`;
  return [
    `### ${example.name}`,
    '',
    `Source: ${example.source}. Rule: ${example.rule}.${given}`,
    '',
    '```text',
    ...before,
    ...(isSame ? ['  comes out as it went in'] : ['  becomes', ...result]),
    '```',
    '',
  ];
}
