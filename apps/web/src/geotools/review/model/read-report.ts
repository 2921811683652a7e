import { balanceEntrySchema, FINDING_WEIGHTS, landGeometrySchema } from '@geoinsights/contract';
import { z } from 'zod';
import { ReportStream } from './report-stream.ts';
import { SheetBeingRead } from './sheet.ts';

/** The parts of a finding that this page needs; a report of an earlier version has no land in it. */
const findingSchema = z.object({
  kind: z.string(),
  feature: z.number().int(),
  position: z.number().int().positive().optional(),
  label: z.string(),
  other: z.number().int().nullable(),
  other_position: z.number().int().positive().nullish(),
  other_label: z.string().nullable(),
  at: z.tuple([z.number(), z.number()]).nullable(),
  action: z.string(),
  reason: z.string().nullish(),
  weight: z.enum(FINDING_WEIGHTS).optional(),
  area_m2: z.number().nullish(),
  received_by: z.number().int().positive().nullish(),
  geometry: landGeometrySchema.nullish(),
});

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
        }),
      ),
    }),
  ),
});

/** A layer of the report with everything that the report says of it. */
export interface ReadSheet {
  readonly dataset: string;
  readonly files: readonly string[];
  readonly layer: string;
  /** Its index among the layers of its dataset. */
  readonly layerIndex: number;
  readonly features: number;
  readonly isGeographic: boolean;
  readonly metresPerUnit: number | null;
  readonly read: SheetBeingRead;
}

const GZIP = [0x1f, 0x8b];

/**
 * Reads a report file, gzipped or not, as a stream.
 * @param onProgress called with the share read so far, 0 to 1.
 * @throws SyntaxError or ZodError if it is not a report.
 */
export async function readReport(file: Blob, onProgress: (share: number) => void): Promise<ReadSheet[]> {
  const sheets = new Map<string, SheetBeingRead>();
  const sheetOf = (dataset: number, layer: number) => {
    const key = `${dataset} ${layer}`;
    const known = sheets.get(key) ?? new SheetBeingRead();
    sheets.set(key, known);
    return known;
  };
  const stream = new ReportStream((member, dataset, layer, json) => {
    const sheet = sheetOf(dataset, layer);
    const value: unknown = JSON.parse(json);
    if (member === 'findings') addFinding(sheet, value);
    else if (member === 'balance') sheet.addBalance(balanceEntrySchema.parse(value));
    else {
      const { position, before, after } = changedSchema.parse(value);
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
      isGeographic: layer.crs.units === 'geographic',
      metresPerUnit: layer.crs.metres_per_unit ?? null,
      read: sheetOf(index, layerIndex),
    })),
  );
}

function addFinding(sheet: SheetBeingRead, value: unknown): void {
  const read = findingSchema.parse(value);
  sheet.addFinding({
    kind: read.kind,
    position: read.position ?? read.feature + 1,
    label: read.label,
    other: read.other_position ?? (read.other === null ? null : read.other + 1),
    otherLabel: read.other_label,
    at: read.at,
    action: read.action,
    reason: read.reason ?? null,
    weight: read.weight ?? 'shape',
    areaM2: read.area_m2 ?? null,
    receivedBy: read.received_by ?? null,
    geometry: read.geometry ?? null,
  });
}

async function* textOf(file: Blob, onProgress: (share: number) => void): AsyncGenerator<string> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  let arrived = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      arrived += bytes.byteLength;
      onProgress(arrived / file.size);
      controller.enqueue(bytes);
    },
  });
  const bytes = file.stream().pipeThrough(counted);
  const plain = head[0] === GZIP[0] && head[1] === GZIP[1] ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
  const reader = plain.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
