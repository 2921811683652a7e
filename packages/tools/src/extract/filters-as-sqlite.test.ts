import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { extract } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filters-'));
const source = path.join(folder, 'farms.geojson');
const database = new DatabaseSync(':memory:');
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const NAMES = ['São João', 'SÃO JOÃO', 'sao joao', 'Fazenda 100%', 'a_b', 'a\\b', 'axb', "D'Água", '', '%', '_', 'Açaí', 'Açaí', ' ', '10', 'null', '🌳 mata', 'nova\nlinha', null];
const AREAS = [0, -1.5, 12.5, 100, 1e-9, 1e15, 0.1 + 0.2, null];
const COUNTS = [0, 1, -7, 2_147_483_648, 9_007_199_254_740_991, null, 12];
const DAYS = ['2026-11-23', '2025-12-31', '2024-02-29', '1999-01-01', null];
const TIMES = ['2026-11-23T08:30:00', '2026-11-23T00:00:00', '2026-11-22T23:59:59', null];
const TRUTHS = [true, false, null];

interface Farm {
  readonly id: number;
  readonly nome: string | null;
  readonly area: number | null;
  readonly qtd: number | null;
  readonly dia: string | null;
  readonly hora: string | null;
  readonly ok: boolean | null;
}

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length];
const FARMS = Array.from({ length: 500 }, (_, id): Farm => ({
  id,
  nome: pick(NAMES, id),
  area: pick(AREAS, Math.floor(id / 3)),
  qtd: pick(COUNTS, id),
  dia: pick(DAYS, id),
  hora: pick(TIMES, Math.floor(id / 2)),
  ok: pick(TRUTHS, Math.floor(id / 5)),
}));

beforeAll(() => {
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: FARMS.map((properties) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [-50, -15] } })) }));
  database.exec('PRAGMA case_sensitive_like = 1; CREATE TABLE farms (id INTEGER, nome TEXT, area REAL, qtd INTEGER, dia TEXT, hora TEXT, ok INTEGER)');
  const insert = database.prepare('INSERT INTO farms VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const { id, nome, area, qtd, dia, hora, ok } of FARMS) insert.run(id, nome, area, qtd, dia, hora, ok === null ? null : Number(ok));
});

const chosenSchema = z.object({ features: z.array(z.object({ properties: z.object({ id: z.number() }) })) });

async function chosenBy(where: string): Promise<number[]> {
  const { result } = await runTool(extract, folder, filesOf(source), { where });
  return chosenSchema.parse(JSON.parse(readFileSync(result.output.path, 'utf8'))).features.map(({ properties }) => properties.id);
}

function chosenBySqlite(where: string): number[] {
  return database.prepare(`SELECT id FROM farms WHERE ${where} ORDER BY id`).all().map(({ id }) => Number(id));
}

/** In the syntax of both; where SQLite's differs, it comes second. */
const FILTERS: readonly (readonly [filter: string, sqlite?: string])[] = [
  ["nome = 'São João'"],
  ["nome <> 'São João'"],
  ["nome != 'São João'"],
  ["nome = ''"],
  ["nome <> ''"],
  ["nome = 'D''Água'"],
  ["nome = 'null'"],
  ["nome > 'S'"],
  ["nome <= 'a'"],
  ['nome IS NULL'],
  ['nome IS NOT NULL'],
  ['NOT nome IS NULL'],
  ['qtd % 5 = 2'],
  ['qtd % 5 - 1 = -3'],
  ['qtd % 0 IS NULL'],
  ["qtd div 5 = 2 OR qtd div 5 = -1", 'qtd / 5 = 2 OR qtd / 5 = -1'],
  ["nome LIKE 'S%'"],
  ["nome LIKE '%a%'"],
  ["nome LIKE 'a_b'"],
  ["nome LIKE 'a\\_b'", "nome LIKE 'a\\_b' ESCAPE '\\'"],
  ["nome LIKE '%\\%'", "nome LIKE '%\\%' ESCAPE '\\'"],
  ["nome LIKE 'a\\\\b'", "nome LIKE 'a\\\\b' ESCAPE '\\'"],
  ["nome LIKE '_'"],
  ["nome LIKE '%'"],
  ["nome LIKE ''"],
  ["nome LIKE '__o J%o'"],
  ["nome LIKE '_ mata'"],
  ["nome LIKE 'nova%linha'"],
  ["nome NOT LIKE '%o%'"],
  ["NOT (nome LIKE '%o%')"],
  ["CASEI(nome) = 'fazenda 100%'", "lower(nome) = 'fazenda 100%'"],
  ["CASEI(nome) LIKE 's_o j%'", "nome IN ('São João', 'SÃO JOÃO', 'sao joao')"],
  ["ACCENTI(nome) = 'Acai'", "nome = 'Açaí'"],
  ["CASEI(ACCENTI(nome)) = 'sao joao'", "nome IN ('São João', 'SÃO JOÃO', 'sao joao')"],
  ["nome IN ('Açaí', 'axb', '')"],
  ["nome NOT IN ('Açaí', 'axb', '')"],
  ['area = 0.3'],
  ['area = 0.30000000000000004'],
  ['area > 12.5'],
  ['area >= 12.5'],
  ['area < 0'],
  ['-area > 1'],
  ['area BETWEEN 0 AND 12.5'],
  ['area NOT BETWEEN 0 AND 12.5'],
  ['area IN (0, 100)'],
  ['area NOT IN (0, 100)'],
  ['area * 2 + 1 > 26'],
  ['(area + 1) * 2 > 26'],
  ['area / 4 = 25'],
  ['area / qtd > 1', 'area / CAST(qtd AS REAL) > 1'],
  ['area > qtd'],
  ['area - qtd <= 0.5'],
  ['qtd = 9007199254740991'],
  ['qtd > 2147483647'],
  ['qtd = -7'],
  ['qtd IS NULL OR area IS NULL'],
  ["dia = DATE('2026-11-23')", "dia = '2026-11-23'"],
  ["dia >= '2025-01-01'"],
  ["dia BETWEEN '2024-02-29' AND '2025-12-31'"],
  ["dia <> DATE('1999-01-01')", "dia <> '1999-01-01'"],
  ["hora > TIMESTAMP('2026-11-22T23:59:59')", "hora > '2026-11-22T23:59:59'"],
  ["hora = TIMESTAMP('2026-11-23T05:30:00-03:00')", "hora = '2026-11-23T08:30:00'"],
  ["hora < DATE('2026-11-23')", "hora < '2026-11-23T00:00:00'"],
  ['ok = TRUE'],
  ['ok <> TRUE'],
  ['ok = FALSE OR ok IS NULL'],
  ["nome = 'axb' AND area > 0 OR qtd = 12"],
  ["nome = 'axb' AND (area > 0 OR qtd = 12)"],
  ['NOT (area > 0 AND qtd > 0)'],
  ['NOT (area > 0 OR qtd > 0)'],
  ['NOT NOT area > 0'],
  ['NOT area IN (1, 2)'],
  ['((((area)))) > ((12))'],
  ['"nome" = \'axb\''],
  ["Nome = 'axb'"],
  ['12.5 < area'],
  ['1e2 = area'],
  ['TRUE'],
  ['FALSE'],
  ['FALSE OR area > 0'],
];

describe('a filter selects as SQLite does', () => {
  it.each(FILTERS.map(([filter, sqlite = filter]) => ({ filter, sqlite })))('$filter', async ({ filter, sqlite }) => {
    expect(await chosenBy(filter)).toEqual(chosenBySqlite(sqlite));
  });

  it('selects some features in most cases, so that the comparison proves something', () => {
    const somewhere = FILTERS.filter(([filter, sqlite = filter]) => {
      const { length } = chosenBySqlite(sqlite);
      return length > 0 && length < FARMS.length;
    });
    expect(somewhere.length).toBeGreaterThan(FILTERS.length - 8);
  });
});

describe('an invalid filter', () => {
  it.each([
    ['area >', 7],
    ['area > > 1', 8],
    ['area = 1 area = 2', 10],
    ["nome = 'x", 8],
    ['area = 1)', 9],
    ['(area = 1', 10],
    ["area = 'x'", 8],
    ['nome = 5', 8],
    ['area = NULL', 8],
    ['area BETWEEN 1', 15],
    ['area IN 1', 9],
    ['area IN ()', 10],
    ['area IS 5', 9],
    ['area', 5],
    ['SQRT(area) > 1', 1],
    ["dia > 'yesterday'", 7],
    ["dia > '2026-02-30'", 7],
    ["dia > '2026-11-23 08:30'", 7],
    ["dia > DATE('2026-13-01')", 12],
    ['area > 1; DROP TABLE farms', 9],
    ['area > 1 /* all */', 11],
  ])('%s: the error is at character %i', async (where, place) => {
    const { code, message } = await problemOf(chosenBy(where));
    expect(code).toBe('filter-invalid');
    expect(message).toContain(`at character ${String(place)}:`);
  });

  it.each([
    ['brackets', `${'('.repeat(500)}area${')'.repeat(500)} > 1`, 'nests more than 100 deep'],
    ['NOT', `${'NOT '.repeat(300)}area > 1`, 'nests more than 100 deep'],
    ['signs', `1${'+1'.repeat(9990)} > 1`, 'more than 500 signs'],
    ['minus', `${'-'.repeat(5000)}1 > 1`, 'nests more than 100 deep'],
  ])('is refused with a sentence if it has too many %s', async (_, where, reason) => {
    const { code, message } = await problemOf(chosenBy(where));
    expect(code).toBe('filter-invalid');
    expect(message).toContain(reason);
  });

  it('that names a missing field is answered with the existing ones', async () => {
    const { code, message } = await problemOf(chosenBy('dono = 1'));
    expect(code).toBe('field-not-found');
    expect(message).toContain('"nome", "area"');
  });
});
