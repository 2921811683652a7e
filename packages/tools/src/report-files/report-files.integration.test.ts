import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featuresOf, hasGdal, summaryOf } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import type { ReportKind, ReportLanguage } from './kinds.ts';
import { openReportFile } from './report-file.ts';
import { entryOf, findingOf, sampleLayer, twoParcels, writeSample, type SampleLayer } from './test/sample-report.ts';
import { writeReportAs } from './write-report.ts';

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;
const FORMULA = '=HYPERLINK("http://example.org";"São João"), <b>"Lote"</b>';
const folder = mkdtempSync(path.join(tmpdir(), 'report-files-'));
const source = path.join(folder, 'report.json');
let made = 0;

beforeAll(() => writeSample(source, [twoParcels(FORMULA), { ...twoParcels('Lote 1'), layer: sampleLayer("o'utra: camada") }]));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (kind: ReportKind, language: ReportLanguage, from = source) => writeReportAs({ source: from, kind, language, date: new Date('2026-11-23T23:41:00Z'), folder, base: `made-${String(++made)}` });

/** What a PDF draws: its compressed streams that are text. */
function contentsOf(place: string): string {
  const bytes = readFileSync(place);
  const streams: string[] = [];
  for (let from = bytes.indexOf('stream\n'); from >= 0; from = bytes.indexOf('stream\n', from)) {
    const end = bytes.indexOf('endstream', from);
    const stream = bytes.subarray(from + 'stream\n'.length, end);
    if (stream[0] === 0x78) streams.push(inflateSync(stream).toString('latin1'));
    from = end + 'endstream'.length;
  }
  return streams.join('\n');
}

test('a report is read line by line, and nothing is lost', async () => {
  const file = await openReportFile(source);
  const counts: Record<string, number> = {};
  for await (const { layer, kind } of file.items()) counts[`${String(layer)} ${kind}`] = (counts[`${String(layer)} ${kind}`] ?? 0) + 1;
  expect(counts).toEqual({ '0 balance': 2, '0 changed': 2, '0 findings': 3, '1 balance': 2, '1 changed': 2, '1 findings': 3 });
  expect(file.layers.map(({ layer }) => layer.name)).toEqual(['parcels', "o'utra: camada"]);
  // A short list may be on the line of its layer.
  const inline = path.join(folder, 'inline.json');
  writeFileSync(inline, JSON.stringify({ ...file.report, datasets: [{ ...file.report.datasets[0], layers: [{ ...file.layers[0].layer, balance: [entryOf(1, 'a')] }] }] }));
  const kinds: string[] = [];
  for await (const { kind } of (await openReportFile(inline)).items()) kinds.push(kind);
  expect(kinds).toEqual(['balance']);
});

test('names may have the line separators of Unicode, at which JSON does not begin a new line', async () => {
  const place = path.join(folder, 'separators.json');
  writeSample(place, [{ ...twoParcels('Lote\u20281'), layer: sampleLayer('quadra\u2029A') }]);
  const file = await openReportFile(place);
  expect(file.layers.map(({ layer }) => layer.name)).toEqual(['quadra\u2029A']);
  const labels: string[] = [];
  for await (const { value } of file.items(['balance'])) labels.push(value.label);
  expect(labels).toEqual(['Lote\u20281', 'Lote 2']);
});

test('a compressed report is read the same', async () => {
  expect(gunzipSync(readFileSync(await written('json.gz', 'en')))).toEqual(readFileSync(await written('json', 'en')));
});

describe('tables', needs(hasGdal, 'GDAL is not installed'), () => {
  test.each(['en', 'pt'] as const)('in %s are read by GDAL with their numbers, and a name is never a formula', async (language) => {
    const place = await written('balance.csv', language);
    const [first, second, ...others] = featuresOf(place, '-oo', 'AUTODETECT_TYPE=YES').map(({ properties }) => Object.values(properties));
    expect(others).toHaveLength(2);
    expect(first.slice(0, 11)).toEqual(['parcels', 'parcels', 1, 1, `'${FORMULA}`, 14_000.5, 12_000.25, -2000.25, 2000.25, 0, 20.125]);
    expect(second[12]).toBe(language === 'pt' ? '1: 2000,25' : '1: 2000.25');
    expect(readFileSync(place).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const findings = featuresOf(await written('findings.csv', language), '-oo', 'AUTODETECT_TYPE=YES').map(({ properties }) => Object.values(properties));
    expect(findings).toHaveLength(6);
    const [kind, weight, action] = language === 'pt' ? ['sobreposição', 'titularidade', 'área atribuída'] : ['overlap', 'ownership', 'overlap-assigned'];
    expect(findings[0].slice(2, 16)).toEqual([kind, weight, 1, 1, `'${FORMULA}`, 2, 2, 'Lote 2', 2000.25, 2, 2000.25, 200_110, 7_500_050, action]);
  });

  test('are both in one archive if one file is requested', async () => {
    const archive = await written('csv', 'en');
    expect(summaryOf(`/vsizip/${archive}/made-${String(made)}-findings.csv`)).toMatchObject({ driver: 'CSV', features: 6 });
    expect(summaryOf(`/vsizip/${archive}/made-${String(made)}-balance.csv`)).toMatchObject({ features: 4 });
  });
});

describe('the GeoPackage', needs(hasGdal, 'GDAL is not installed'), () => {
  test('has findings and changed features of each layer at their place, in the reference system of the layer', async () => {
    const place = await written('gpkg', 'en');
    expect(summaryOf(place)).toMatchObject({ driver: 'GPKG', system: 31_982, features: 24 });
    const [land] = featuresOf(place, 'findings_land_parcels', '-t_srs', 'EPSG:31982', '-lco', 'RFC7946=NO');
    expect(land.properties).toMatchObject({ kind: 'overlap', weight: 'ownership', position: 1, label: FORMULA, other_position: 2, area_m2: 2000.25, received_by: 2 });
    const database = new DatabaseSync(place);
    const areas = database.prepare("SELECT f_table_name AS name, f_geometry_column AS geometry, styleName AS style, useAsDefault AS used, styleQML LIKE '<!DOCTYPE qgis%</qgis>' AS whole FROM layer_styles ORDER BY id").all();
    const names = database.prepare('SELECT table_name AS name FROM gpkg_geometry_columns ORDER BY rowid').all();
    database.close();
    expect(areas.map(({ name }) => name)).toEqual(names.map(({ name }) => name));
    expect(areas).toHaveLength(10);
    expect(areas[0]).toMatchObject({ name: 'findings_land_parcels', geometry: 'geom', style: 'findings_land', used: 1, whole: 1 });
    const measured = spawnSync('ogrinfo', ['-q', '-dialect', 'SQLITE', '-sql', 'SELECT ST_Area(geom) AS before FROM changed_before_parcels WHERE position = 1', place], { encoding: 'utf8' }).stdout;
    expect(measured).toMatch(/before \(Real\) = 12000\b/);
  });
});

describe('the page for print', () => {
  test('says the same in the same order as HTML and as PDF', needs(hasPoppler, 'poppler-utils is not installed'), async () => {
    const text = spawnSync('pdftotext', ['-raw', await written('pdf', 'pt'), '-'], { encoding: 'utf8' }).stdout.replaceAll(/\s+/g, ' ');
    const html = readFileSync(await written('html', 'pt'), 'utf8');
    const parts = ['Relatório de correção de geometria', '23/11/2026, 23:41 UTC', 'parcels-fixed.gpkg', 'Regras da correção', 'Camada parcels', '0,5 m, obtida dos dados', 'Mapa do que mudou', 'Soma das áreas antes', '2,6000', 'Achados que tocam a titularidade', 'Balanço das feições alteradas', '−2.000,25', 'Camada o', 'Nome e assinatura'];
    let [inText, inHtml] = [-1, -1];
    for (const part of parts) {
      [inText, inHtml] = [text.indexOf(part, inText + 1), html.indexOf(part, inHtml + 1)];
      expect([part, inText >= 0, inHtml >= 0]).toEqual([part, true, true]);
    }
    expect(text).toContain('Página 1 de');
  });

  test('says what was requested, decided and left, and why a feature is empty', async () => {
    const place = path.join(folder, 'ruled.json');
    const repeated = entryOf(3, 'Lote 3', { area_after_m2: 0, emptied: 'It claims the same land as "Lote 2" (number 2), which comes before it and keeps it.', repeats: 2 });
    const sample = twoParcels();
    const ruled: SampleLayer = {
      ...sample,
      layer: sampleLayer('parcels', { transfers: [{ feature: 0, label: 'Lote 1', other: 1, other_label: 'Lote 2', lost: 2000.25, area: 14_000 }], losing_features: 1, left: { 'max-transfer': 1 }, open_voids: { count: 1200, narrowest: 2.5, widest: 12, area: 9000, first: [] }, decisions: { done: 1, not_done: 1, problems: [{ decision: 2, outcome: 'met-nothing', text: 'x' }] } }),
      balance: [...sample.balance, repeated],
      findings: [findingOf(0, 'Lote 1', { action: 'reported', reason: 'max-transfer', received_by: null }), findingOf(4, 'Lote 5', { reason: 'decision', decision: 1 }), findingOf(0, 'Lote 1', { kind: 'transfer' })],
    };
    writeSample(place, [ruled], { rules: { overlaps: 'fix', gaps: 'keep', profile: 'registrar', max_displacement_m: 2.5, max_transfer_m2: 20_000, decisions: 2 } });
    const told = readFileSync(await written('html', 'pt', place), 'utf8').replaceAll('\u00A0', ' ').replaceAll(/<[^>]*>/g, '|');
    expect(told).toContain('O resultado foi aberto de novo');
    const parts = ['perfil "registrar"', 'Os vazios foram deixados como estão', 'mais de 2,5 m', '20.000 m² (2,0000 ha)', '2 decisões', 'Espaços estreitos que continuam abertos||1.200, com 2,5 a 12 m de largura', 'Lote 1 (n.º 1) perdeu 2.000 m² dos seus 14.000 m² (1,4000 ha), a maior parcela para Lote 2 (n.º 2)', 'Lote 3 (n.º 3) ficou sem área. Reivindica a mesma área que Lote 2 (n.º 2)', 'deixada como está||limite de área que pode ser cedida', 'dada a Lote 6 (n.º 6)||decisão 1', 'decisão 2: não há tal achado'];
    expect(parts.filter((part) => !told.includes(part.replaceAll('"', '&quot;')))).toEqual([]);
    // Transfers consist of overlaps that have rows of their own.
    expect(told).not.toContain('área que muda de mãos');
    const database = new DatabaseSync(await written('gpkg', 'pt', place));
    expect(database.prepare('SELECT action, reason, decision FROM findings_land ORDER BY position DESC LIMIT 1').get()).toEqual({ action: 'overlap-assigned', reason: 'decision', decision: 1 });
    database.close();
    const balance = readFileSync(await written('balance.csv', 'pt', place), 'utf8');
    expect(balance).toContain('Reivindica a mesma área que n.º\u00A02');
    // A border that is gone has not moved by nothing.
    expect(balance).toContain(';0;;"4: 2000,25";');
    expect(readFileSync(await written('findings.csv', 'pt', place), 'utf8')).toContain('deixado como está;limite de área que pode ser cedida;\r\n');
  });

  test('says nothing of tolerances for points, which have no borders', async () => {
    const place = path.join(folder, 'points.json');
    const tolerances = { snap_distance: 0, snap_distance_auto: true, max_gap_width: 0, max_gap_width_auto: true, unit: 'metre' as const };
    const told = async (more: Partial<typeof tolerances>): Promise<string> => {
      writeSample(place, [{ ...twoParcels('Lote 1'), layer: sampleLayer('points', { tolerances: { ...tolerances, ...more } }) }]);
      return readFileSync(await written('html', 'en', place), 'utf8');
    };
    expect(await told({})).not.toMatch(/<td[^>]*>(Snap distance|Gap width)/);
    expect(await told({ snap_distance_auto: false })).toMatch(/<td[^>]*>Snap distance<\/td><td[^>]*>0.m/);
  });

  test('lines are drawn as lines, in HTML and PDF, and no areas are added up for them', async () => {
    const place = path.join(folder, 'lines.json');
    const way = (...coordinates: number[][]) => ({ type: 'LineString' as const, coordinates });
    const [before, after] = [way([200_000, 7_500_000], [200_050, 7_500_080], [200_050, 7_500_080], [200_200, 7_500_090]), way([200_000, 7_500_000], [200_050, 7_500_080], [200_200, 7_500_090])];
    const totals = { features: 1, area_before_m2: 0, area_after_m2: 0, changed_hands_m2: 0, to_nobody_m2: 0, from_nobody_m2: 0 };
    writeSample(place, [{ layer: sampleLayer('paths', { balance_totals: totals }), balance: [], changed: [{ position: 1, id: 1, label: 'Road', before, after }], findings: [] }]);
    const html = readFileSync(await written('html', 'en', place), 'utf8');
    const drawn = [...html.matchAll(/<path class="((?:before|after)[^"]*)" d="([^"]*)"/g)].filter(([, , d]) => d.includes('L')).map(([, looks, d]) => [looks, d.endsWith('Z')]);
    expect(drawn).toEqual([['after open', false], ['before open', false]]);
    expect(html).not.toContain('All changed features together');
    // In a PDF `B*` fills and strokes by the even-odd rule: only the sign in the legend is such a path.
    expect([...contentsOf(await written('pdf', 'en', place)).matchAll(/^B\*$/gm)]).toHaveLength(1);
  });

  test('a heading is never alone at the foot of a page', needs(hasPoppler, 'poppler-utils is not installed'), async () => {
    const place = path.join(folder, 'layers.json');
    writeSample(place, Array.from({ length: 12 }, (_, i) => ({ layer: sampleLayer(`layer ${String(i)}`), balance: [], changed: [], findings: [] })), { notes: [{ code: 'layers-not-compared', text: 'x' }] });
    const pages = spawnSync('pdftotext', ['-layout', await written('pdf', 'en', place), '-'], { encoding: 'utf8' }).stdout.split('\f');
    const last = pages.map((page) => page.split('\n').filter((line) => line.trim() !== '').at(-2) ?? '');
    expect(pages.length).toBeGreaterThan(5);
    expect(last.filter((line) => /^Layer layer/.test(line))).toEqual([]);
  });

  test('of 5,000 parcels with names of 300 letters keeps everything within its pages', needs(hasPoppler, 'poppler-utils is not installed'), async () => {
    const label = `Área ${'W'.repeat(300)}`;
    const many: SampleLayer = {
      ...twoParcels(label),
      balance: Array.from({ length: 5000 }, (_, i) => entryOf(i + 1, label, { emptied: i % 7 === 0 ? 'x'.repeat(400) : null, gave: Array.from({ length: 9 }, (_, j) => ({ to: j + 1, area_m2: 1e9 / (j + 1) })) })),
      findings: Array.from({ length: 1000 }, (_, i) => findingOf(i, label)),
    };
    const place = path.join(folder, 'many.json');
    writeSample(place, [many]);
    const pdf = await written('pdf', 'en', place);
    const boxes = spawnSync('pdftotext', ['-bbox', pdf, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
    const words = [...boxes.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)"/g)].map((word) => word.slice(1).map(Number));
    expect(words.length).toBeGreaterThan(5000);
    expect(words.filter(([left, top, right, bottom]) => left < 47 || top < 40 || right > 549 || bottom > 830)).toEqual([]);
    const text = spawnSync('pdftotext', ['-raw', pdf, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
    expect(text).toContain('And 4,700 more');
    expect(readFileSync(await written('html', 'en', place)).length).toBeLessThan(1_000_000);
  });
});
