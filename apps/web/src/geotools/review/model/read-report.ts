import { balanceEntrySchema, landGeometrySchema } from '@geoinsights/contract';
import { z } from 'zod';
import { findingOfReport } from './finding-of-report.ts';
import { ReportStream } from './report-stream.ts';
import { SheetBeingRead } from './sheet.ts';

const changedSchema = z.object({ position: z.number().int().positive(), before: landGeometrySchema.nullable(), after: landGeometrySchema.nullable() });

const restSchema = z.object({
  datasets: z.array(
    z.object({
      name: z.string(),
      files: z.array(z.string()),
      layers: z.array(
        z.object({
          name: z.string(),
          crs: z.object({ units: z.enum(['geographic', 'planar']), metres_per_unit: z.number().nullish() }),
          features: z.number().int(),
          label_field: z.string().nullish(),
        }),
      ),
    }),
  ),
});

/** A layer of the report, with all that the report contains about it. */
export interface ReadSheet {
  readonly dataset: string;
  readonly files: readonly string[];
  readonly layer: string;
  /** Its index among the layers of its dataset. */
  readonly layerIndex: number;
  readonly features: number;
  /** The field with the names of the features that the report mentions; null if these are ids or positions. */
  readonly labelField: string | null;
  readonly isGeographic: boolean;
  readonly metresPerUnit: number | null;
  readonly read: SheetBeingRead;
}

const GZIP = [0x1f, 0x8b];

/**
 * Reads a report file, gzipped or not, as a stream.
 * @param onProgress called with the share that has been read, 0 to 1.
 * @throws SyntaxError, TypeError or ZodError if it is not a report.
 */
export async function readReport(file: Blob, onProgress: (share: number) => void): Promise<ReadSheet[]> {
  const sheets = new Map<string, SheetBeingRead>();
  const sheetOf = (dataset: number, layer: number) => {
    const key = `${dataset} ${layer}`;
    const known = sheets.get(key) ?? new SheetBeingRead();
    sheets.set(key, known);
    return known;
  };
  const stream = new ReportStream((member, dataset, layer, element) => {
    const sheet = sheetOf(dataset, layer);
    if (member === 'findings') sheet.addFinding(findingOfReport(element));
    else if (member === 'balance') sheet.addBalance(balanceEntrySchema.parse(element));
    else {
      const { position, before, after } = changedSchema.parse(element);
      sheet.addChanged(position, before, after);
    }
  });
  for await (const chunk of textOf(file, onProgress)) stream.push(chunk);
  const { datasets } = restSchema.parse(stream.finish());
  return datasets.flatMap((dataset, index) =>
    dataset.layers.map((layer, layerIndex) => ({
      dataset: dataset.name,
      files: dataset.files,
      layer: layer.name,
      layerIndex,
      features: layer.features,
      labelField: layer.label_field ?? null,
      isGeographic: layer.crs.units === 'geographic',
      metresPerUnit: layer.crs.metres_per_unit ?? null,
      read: sheetOf(index, layerIndex),
    })),
  );
}

/** Bytes of the file that are read at once. */
const SLICE = 4 << 20;

async function* textOf(file: Blob, onProgress: (share: number) => void): AsyncGenerator<string> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] === GZIP[0] && head[1] === GZIP[1]) yield* unpacked(file, onProgress);
  else {
    // In slices: a stream delivers small pieces, each through several queues.
    const decoder = new TextDecoder();
    for (let at = 0; at < file.size; at += SLICE) {
      const bytes = await file.slice(at, at + SLICE).arrayBuffer();
      yield decoder.decode(bytes, { stream: true });
      onProgress(Math.min(1, (at + SLICE) / file.size));
    }
    yield decoder.decode();
  }
}

async function* unpacked(file: Blob, onProgress: (share: number) => void): AsyncGenerator<string> {
  let arrived = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      arrived += bytes.byteLength;
      onProgress(arrived / file.size);
      controller.enqueue(bytes);
    },
  });
  const reader = file.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
