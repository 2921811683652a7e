import { ProblemError } from '@geoinsights/contract/errors';
import type { ErrorCode, ErrorDetails } from '@geoinsights/contract/errors';

type Sentence = (details: ErrorDetails) => string;

const EXPORT_AGAIN = 'Copie ou exporte o arquivo de novo.';

/** What to do with files called `.kml` that are something else, by what the reader says that they are. */
const NOT_KML: readonly (readonly [content: RegExp, sentence: string])[] = [
  [/^a ZIP archive/, 'o conteúdo é um KMZ (ou outro ZIP). Descompacte-o como um .zip e escolha o .kml que está dentro.'],
  [/^GPX$/, 'o conteúdo é GPX. No QGIS, exporte a camada como KML e escolha esse arquivo.'],
  [/^JSON/, 'o conteúdo é JSON. Se for GeoJSON, mude o nome para .geojson: "Convert to KML", em GeoTools, faz um KML dele; escolha o resultado.'],
  [/^an HTML page$/, 'o conteúdo é uma página da internet, e não KML: o download falhou ou pede login. Baixe o arquivo de novo.'],
];

/** The errors of the readers for this page's two formats; any other code gets the general sentence. */
const SENTENCES: Partial<Record<ErrorCode, Sentence>> = {
  'file-empty': () => 'o arquivo está vazio (0 bytes). Exporte-o de novo.',
  'shapefile-header-invalid': () => 'o conteúdo não é de um shapefile. Exporte o arquivo de novo.',
  'shapefile-truncated': ({ record }) => `o arquivo está incompleto: termina antes do fim do registro ${String(record)}. ${EXPORT_AGAIN}`,
  'shapefile-record-invalid': ({ record }) => `o registro ${String(record)} não pode ser lido. ${EXPORT_AGAIN}`,
  'xml-malformed': ({ line, column }) => `o XML está malformado na linha ${String(line)}, coluna ${String(column)}. Corrija esse ponto ou exporte o arquivo de novo.`,
  'xml-doctype': ({ line }) => `o arquivo tem uma declaração DOCTYPE (linha ${String(line)}), que é recusada por segurança. Apague a declaração.`,
  'encoding-unsupported': ({ encoding }) => `a codificação de caracteres "${String(encoding)}" não é aceita. Salve o arquivo em UTF-8.`,
  'not-kml': ({ what }) => NOT_KML.find(([content]) => content.test(String(what)))?.[1] ?? 'o conteúdo não é KML. Exporte o arquivo como KML.',
  'too-large': () => 'o arquivo passa dos limites desta página. Divida-o em partes menores.',
};

/** Why a file cannot be read, as the rest of a sentence in Portuguese. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProblemError) return SENTENCES[error.code]?.(error.details) ?? `o conteúdo não pode ser entendido. ${EXPORT_AGAIN}`;
  if (error instanceof RangeError) return 'não há memória suficiente para este arquivo. Divida-o em partes menores.';
  if (error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')) return 'o arquivo mudou ou foi removido do disco. Escolha-o de novo.';
  return `o conteúdo não pode ser entendido. ${EXPORT_AGAIN}`;
}
