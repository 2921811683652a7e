import { AttributeList } from '../attributes.ts';
import type { AttributeReader, Attributes } from '../attributes.ts';
import type { InputFile } from '../driver.ts';
import { readAhead } from '../files/read-ahead.ts';
import { tableEncoding } from './dbf-encoding.ts';
import type { TableEncoding } from './dbf-encoding.ts';
import { fieldValue, readDbfHeader } from './dbf-fields.ts';
import type { DbfHeader } from './dbf-fields.ts';
import type { ShapefileSet } from './set.ts';

/** The maximum header length that the format can state. */
const LONGEST_HEADER = 0xffff;
const LONGEST_CODE_PAGE_NAME = 64;
/** Where the header has the byte that may tell the encoding. */
const LANGUAGE_BYTE = 29;

export interface OpenedTable {
  readonly header: DbfHeader;
  readonly encoding: TableEncoding;
}

/** The fields of the .dbf and its text encoding; null if it is not readable. */
export async function openTable(file: InputFile, companions: readonly InputFile[]): Promise<OpenedTable | null> {
  const bytes = await file.read(0, LONGEST_HEADER);
  const codePage = companions.find(({ name }) => name.toLowerCase().endsWith('.cpg')) ?? null;
  const name = codePage === null ? null : new TextDecoder().decode(await codePage.read(0, LONGEST_CODE_PAGE_NAME));
  const encoding = tableEncoding(name, bytes.length > LANGUAGE_BYTE ? bytes[LANGUAGE_BYTE] : 0);
  const header = readDbfHeader(bytes, encoding.decode);
  return header === null ? null : { header, encoding };
}

/** The row of each record in the .dbf. Empty for records beyond its last row, or if there is no readable .dbf. */
export function shapefileAttributes({ attributes: file, companions }: ShapefileSet): AttributeReader {
  let table: Promise<Table | null> | null = null;
  return {
    async at(feature): Promise<Attributes> {
      if (file === null) return {};
      table ??= openTable(file, companions).then((opened) => (opened === null ? null : new Table(file, opened)));
      return (await table)?.row(feature) ?? {};
    },
    close: () => Promise.resolve(),
  };
}

class Table {
  readonly #file: InputFile;
  readonly #header: DbfHeader;
  readonly #encoding: TableEncoding;

  constructor(file: InputFile, { header, encoding }: OpenedTable) {
    this.#file = readAhead(file);
    this.#header = header;
    this.#encoding = encoding;
  }

  async row(index: number): Promise<Attributes> {
    const { rows, headerBytes, rowBytes, fields } = this.#header;
    if (index < 0 || index >= rows) return {};
    const start = headerBytes + index * rowBytes;
    const row = await this.#file.read(start, start + rowBytes);
    // A truncated file ends within a row.
    if (row.length < rowBytes) return {};
    const list = new AttributeList();
    for (const field of fields) list.add(field.name, fieldValue(field, row, this.#encoding.decode));
    return list.finish();
  }
}
