import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DATUMS } from '../src/datums.ts';
import type { Datum } from '../src/datums.ts';
import { geographicSystemOf, knownSystems } from '../src/known-systems.ts';
import type { KnownSystem } from '../src/known-systems.ts';
import { nationalSystems } from '../src/national-systems.ts';

/** Consecutive codes as a range: `31977 to 31985 (17S to 25S)`. */
function zonesInWords(systems: readonly KnownSystem[]): string {
  const runs: KnownSystem[][] = [];
  for (const system of systems) {
    const last = runs.at(-1)?.at(-1);
    const follows = last !== undefined && Number(system.code.slice(5)) === Number(last.code.slice(5)) + 1 && last.utm?.hemisphere === system.utm?.hemisphere;
    if (follows) runs.at(-1)?.push(system);
    else runs.push([system]);
  }
  return runs.map((run) => rangeInWords(run[0], run[run.length - 1])).join(', ');
}

function rangeInWords(first: KnownSystem, last: KnownSystem): string {
  const zone = ({ utm }: KnownSystem): string => `${utm?.zone}${utm?.hemisphere}`;
  return first === last ? `${first.code.slice(5)} (${zone(first)})` : `${first.code.slice(5)} to ${last.code.slice(5)} (${zone(first)} to ${zone(last)})`;
}

function rowOf(datum: Datum): string {
  const systems = knownSystems().filter((each) => each.datum === datum.id);
  const geographic = systems.filter(({ method }) => method === 'geographic').map(({ code }) => code.slice(5));
  const others = systems.filter(({ method, utm }) => method !== 'geographic' && utm === null).map(({ code, name }) => `${name.split(' / ').at(-1)} ${code.replace('EPSG:', '')}`);
  const zones = systems.filter(({ utm }) => utm !== null);
  return `| ${geographicSystemOf(datum.id).name} | ${geographic.join(', ')} | ${others.join(', ')} | ${zonesInWords(zones)} | ${shiftInWords(datum)} |`;
}

function shiftInWords({ shift }: Datum): string {
  if (shift === null) return 'none without a grid | –';
  const metres = shift.source === null ? 'none' : `${shift.translation.join(', ')} of ${shift.source}`;
  return `${metres} | ${shift.accuracy.toSirgas2000}`;
}

test('docs/reference-systems.md has the systems and shifts of the table', () => {
  const table = ['| datum | longitude and latitude | other planes | UTM zones | translations to SIRGAS 2000, m | right to about, m |', '|---|---|---|---|---|---|', ...DATUMS.map(rowOf)].join('\n');
  expect(readFileSync(new URL('../../../docs/reference-systems.md', import.meta.url), 'utf8')).toContain(table);
});

/** `RGF93 v1 4171, 2154, 3942 to 3950`. */
function codesInWords(name: string, codes: readonly number[]): string {
  const runs: number[][] = [];
  for (const code of codes.toSorted((a, b) => a - b)) {
    if (runs.at(-1)?.at(-1) === code - 1) runs.at(-1)?.push(code);
    else runs.push([code]);
  }
  return `${name} ${runs.map((run) => (run.length > 2 ? `${run[0]} to ${run[run.length - 1]}` : run.join(', '))).join(', ')}`;
}

test('docs/reference-systems.md has the systems that are known by their code alone', () => {
  const codes = new Map<string, number[]>();
  for (const [code, { datum: { name } }] of nationalSystems()) codes.set(name, [...(codes.get(name) ?? []), Number(code.slice(5))]);
  const sentence = `${[...codes].map(([name, own]) => codesInWords(name, own)).join('; ')}.`;
  expect(readFileSync(new URL('../../../docs/reference-systems.md', import.meta.url), 'utf8')).toContain(sentence);
});
