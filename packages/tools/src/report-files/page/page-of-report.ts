import type { ReportLanguage } from '../kinds.ts';
import type { ReportFile } from '../report-file.ts';
import type { Block, Page, Table } from './blocks.ts';
import { layerBlocks } from './layer-blocks.ts';
import { Numbers, shownName } from './numbers.ts';
import { rulesInWords } from './rules-in-words.ts';
import { summariesOf } from './summary.ts';
import { wordsOf, type Words } from './words.ts';

/** For a name on its own; in tables the limit is lower. */
const LONGEST_NAME = 120;
const LONGEST_NOTE = 500;
const MOST_FILES = 50;

/** The contents of a report, for a person who has to answer for it. */
export async function pageOf(file: ReportFile, language: ReportLanguage, date: Date): Promise<Page> {
  const words = wordsOf(language);
  const numbers = new Numbers(language);
  const summaries = await summariesOf(file);
  const { report } = file;
  const isCheck = report.results === undefined || report.results.length === 0;
  const left = file.layers.length - summaries.length;
  const blocks: Block[] = [
    { kind: 'title', text: words.title(isCheck) },
    { kind: 'paragraph', text: `${words.lead(isCheck)} ${words.made(numbers.moment(date))}` },
    { kind: 'heading', text: words.files },
    ...filesOf(file, words, numbers),
    ...outcomes(file, words, isCheck),
    ...notesOf(file, words),
    { kind: 'heading', text: words.rules },
    { kind: 'list', items: rulesInWords(report, isCheck, words, numbers) },
    ...summaries.flatMap((summary) => layerBlocks(summary, file.layers[summary.layer], language, isCheck)),
    ...(left > 0 ? [{ kind: 'paragraph', text: words.moreLayers(numbers.count(left)) } as const] : []),
    { kind: 'heading', text: words.signature },
    { kind: 'paragraph', text: words.signatureText },
    { kind: 'signature', names: [words.signaturePlace, words.signatureDate, words.signatureName, words.signatureRole] },
  ];
  return { language: language === 'pt' ? 'pt-BR' : 'en', title: words.title(isCheck), blocks, pageOf: words.pageOf, mark: markOf(file, words, numbers.moment(date)), initials: words.initials, boxes: words.boxes };
}

/** The date and the result, or else the input file, so that no page is mistaken for one of another report. */
function markOf({ report: { inputs = [], results = [] } }: ReportFile, words: Words, moment: string): string {
  const [role, file] = results.length > 0 ? [words.result, results[0]] : [words.input, inputs.at(0)];
  return file === undefined || !/^[\da-f]{64}$/.test(file.sha256) ? moment : `${moment} · ${role} SHA-256 ${file.sha256.slice(0, 16)}…`;
}

/** What must be known about each dataset first: that faults are left, or that it is unchanged. */
function outcomes({ report: { datasets } }: ReportFile, words: Words, isCheck: boolean): Block[] {
  if (isCheck) return [];
  const told = [...datasets.filter(({ verified }) => !verified), ...datasets.filter(({ verified, unchanged }) => verified && unchanged)];
  const blocks = told.slice(0, MOST_FILES).map(({ name, verified }): Block => {
    const shown = shownName(name, LONGEST_NAME);
    return verified ? { kind: 'paragraph', text: words.unchanged(shown) } : { kind: 'paragraph', text: words.unverified(shown), isNotice: true };
  });
  return [...blocks, ...others(told, words).map((text): Block => ({ kind: 'paragraph', text }))];
}

/** How many of a list are not shown: nobody shall take the beginning of it for all. */
function others(all: readonly unknown[], words: Words): string[] {
  return all.length > MOST_FILES ? [words.andOthers(all.length - MOST_FILES)] : [];
}

function filesOf({ report }: ReportFile, words: Words, numbers: Numbers): Block[] {
  const digests = [...(report.inputs ?? []).map((file) => ({ ...file, role: words.input })), ...(report.results ?? []).map((file) => ({ ...file, role: words.result }))];
  const [role, name, bytes, sha256] = words.fileColumns;
  const table: Table = {
    kind: 'table',
    caption: words.filesCaption,
    columns: [
      { heading: role, share: 0.1 },
      { heading: name, share: 0.23 },
      { heading: bytes, share: 0.13, isNumber: true },
      { heading: sha256, share: 0.54, isCode: true },
    ],
    rows: digests.slice(0, MOST_FILES).map((file) => [file.role, shownName(file.name, LONGEST_NAME), numbers.count(file.bytes), file.sha256]),
    more: others(digests, words).at(0) ?? null,
  };
  const failed = report.failures.slice(0, MOST_FILES).map(({ files, problem }) => `${shownName(files.join(', '), LONGEST_NAME)} (${shownName(problem.detail, 2 * LONGEST_NAME)})`);
  const files = report.datasets.flatMap((dataset) => dataset.files);
  return [
    digests.length === 0 ? { kind: 'paragraph', text: `${words.noDigests} ${[...files.slice(0, MOST_FILES).map((each) => shownName(each, LONGEST_NAME)), ...others(files, words)].join(', ')}` } : table,
    ...(failed.length === 0 ? [] : [{ kind: 'paragraph', text: words.failures([...failed, ...others(report.failures, words)].join('; ')), isNotice: true } as const]),
  ];
}

function notesOf({ report }: ReportFile, words: Words): Block[] {
  const notes = [...report.notes, ...report.datasets.flatMap((dataset) => dataset.notes)];
  if (notes.length === 0) return [];
  return [{ kind: 'heading', text: words.notes }, { kind: 'list', items: [...notes.slice(0, MOST_FILES).map(({ text }) => shownName(text, LONGEST_NOTE)), ...others(notes, words)] }];
}
