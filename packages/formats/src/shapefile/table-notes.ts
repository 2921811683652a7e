import type { DatasetNote, InputFile } from '../driver.ts';
import { longNumbersNote, named } from '../named-fields.ts';
import type { TableEncoding } from './dbf-encoding.ts';
import type { DbfHeader } from './dbf-fields.ts';
import type { RowReader } from './dbf-rows.ts';
import type { ColumnSurvey } from './table-survey.ts';

/** Reports what is missing of the .dbf: the file, its header, or rows at its end. @param shapes how many there are */
export function tableNotes(file: InputFile | null, header: DbfHeader | null, shapes: number): DatasetNote[] {
  if (file === null) return [{ code: 'shapefile-without-attributes', text: 'There is no .dbf file: the shapes have no attributes.' }];
  if (header === null || file.size < header.headerBytes) {
    return [{ code: 'shapefile-without-attributes', text: `"${file.name}" ends within its header or is not a table: the shapes have no attributes.` }];
  }
  const { outside, rowBytes } = header;
  const unfit: DatasetNote[] = outside.length === 0 ? [] : [{ code: 'fields-left-out', text: `"${file.name}" has rows of ${rowBytes} bytes, too short for all of its fields. ${outside.length === 1 ? 'This one was' : 'These were'} left out: ${named(outside)}. Save the table again if ${outside.length === 1 ? 'it is' : 'they are'} needed.` }];
  const expected = Math.min(header.rows, shapes);
  const whole = Math.floor((file.size - header.headerBytes) / rowBytes);
  if (whole >= expected) return unfit;
  return [...unfit, { code: 'shapefile-attributes-cut', text: `"${file.name}" ends after ${whole} of ${expected} rows, as if it had been cut off: the shapes from record ${whole + 1} on have no values.` }];
}

/** What is read of a table. */
interface ReadTable {
  readonly file: InputFile;
  readonly header: DbfHeader;
  readonly encoding: TableEncoding;
  readonly reader: Pick<RowReader, 'asTexts' | 'renamed'>;
  readonly columns: readonly ColumnSurvey[];
}

/** Fields named in one note. */
const MOST_NAMED = 5;

/** Reports names and values that are read differently from what the table states. @param table null if no value is read */
export function valueNotes(table: ReadTable | null): DatasetNote[] {
  if (table === null) return [];
  const { file, header, encoding: { unknown }, reader: { asTexts, renamed }, columns } = table;
  /** The total of a count, and the names of the fields in which it is more than 0. */
  const counted = (count: (column: ColumnSurvey) => number): { total: number; fields: string } => {
    const found = columns.flatMap((column, place) => (count(column) === 0 ? [] : [{ count: count(column), name: header.fields[place].name }]));
    return { total: found.reduce((sum, each) => sum + each.count, 0), fields: named(found.map(({ name }) => name)) };
  };
  const notes = longNumbersNote(asTexts);
  if (renamed.length > 0) {
    const more = renamed.length > MOST_NAMED ? `; and ${renamed.length - MOST_NAMED} more` : '';
    notes.push({ code: 'fields-renamed', text: `"${file.name}" has fields without a name or with the same name: ${renamed.slice(0, MOST_NAMED).join('; ')}${more}.` });
  }
  const foreign = counted(({ notUtf8 }) => notUtf8);
  if (foreign.total > 0) {
    notes.push({ code: 'text-not-utf8', text: `"${file.name}" contains ${foreign.total === 1 ? 'a text' : `${foreign.total} texts`} not in UTF-8, although its .cpg file says so (${foreign.fields}). ${foreign.total === 1 ? 'It was' : 'They were'} read as Windows-1252, the most likely encoding; check the accented letters.` });
  }
  const letters = counted(({ ofUnknownPage }) => ofUnknownPage);
  if (unknown !== null && letters.total > 0) {
    notes.push({ code: 'code-page-unknown', text: `"${file.name}" states ${unknown.stated}, which is not recognised: ${letters.total === 1 ? 'a text' : `${letters.total} texts`} with letters beyond ASCII (${letters.fields}) ${letters.total === 1 ? 'was' : 'were'} read as ${unknown.readAs}. Check the letters.` });
  }
  const dos = counted(({ likelyDos }) => likelyDos);
  if (dos.total > 0) {
    const first = columns.find(({ likelyDos }) => likelyDos > 0)?.firstLikelyDos ?? '';
    notes.push({ code: 'code-page-unknown', text: `"${file.name}" does not state its code page, and ${dos.total === 1 ? 'a text was' : `${dos.total} texts were`} read as Windows-1252 (${dos.fields}), in which ${dos.total === 1 ? 'it has symbols' : 'they have symbols'} inside words, such as "${first}". An old program probably wrote a DOS code page: add a .cpg file with its number, such as 850, and send both.` });
  }
  const cut = counted(({ cutCharacters }) => cutCharacters);
  if (cut.total > 0) {
    notes.push({ code: 'text-not-utf8', text: `"${file.name}" contains ${cut.total === 1 ? 'a text that was' : `${cut.total} texts that were`} cut in the middle of a letter, because the field was too short for ${cut.total === 1 ? 'it' : 'them'} (${cut.fields}). The half letter is left out.` });
  }
  const fractions = counted(({ cutFractions }) => cutFractions);
  if (fractions.total > 0) {
    notes.push({ code: 'attributes-left-out', text: `"${file.name}" contains ${fractions.total === 1 ? 'a number' : `${fractions.total} numbers`} with decimals in fields for whole numbers (${fractions.fields}). The decimals are left out, as other programs do.` });
  }
  return [...notes, ...notReadNote(table)];
}

function notReadNote({ file, header, columns }: ReadTable): DatasetNote[] {
  const found = columns.flatMap(({ notRead, firstNotRead }, place) => (notRead === 0 ? [] : [`${notRead} in "${header.fields[place].name}", such as "${firstNotRead}"`]));
  if (found.length === 0) return [];
  const more = found.length > MOST_NAMED ? `; and some in ${found.length - MOST_NAMED} more fields` : '';
  return [{ code: 'attributes-left-out', text: `"${file.name}" contains values that do not match the type of their field (numbers, dates, yes or no): ${found.slice(0, MOST_NAMED).join('; ')}${more}. They were read as missing.` }];
}
