import { availableParallelism } from 'node:os';
import type { ReportLanguage } from '@geoinsights/tools/report-kinds';
import { DEFAULT_REPAIR_OPTIONS as DEFAULT, LARGEST_AREA, LARGEST_DISTANCE, PROFILES, type FixGeometryOptions } from '@geoinsights/contract/repair-options';
import { listOf } from '@geoinsights/contract/units';
import { numberOf } from './command-line/numbers.ts';
import { STREAM_FORMATS, type StreamFormat } from './command-line/options.ts';
import type { Given } from './command-line/read-arguments.ts';
import { UsageError } from './exit-codes.ts';
import { reportLanguage } from './report-file.ts';
import { STANDARD_STREAM } from './standard-streams.ts';

/** What `check` and `fix-geometry` were asked to do. */
export interface RepairRequest {
  /** Named files, not including standard input. */
  readonly inputs: readonly string[];
  /** The format of standard input; null if it is not used. */
  readonly streamFormat: StreamFormat | null;
  readonly output: string | undefined;
  readonly report: string | undefined;
  readonly reportLanguage: ReportLanguage;
  readonly options: FixGeometryOptions;
  /** The file with decisions. */
  readonly decisions: string | undefined;
  readonly threads: number;
  readonly quiet: boolean;
  readonly list: boolean;
  readonly json: boolean;
}

/** @throws UsageError that names the argument and what it accepts. */
export function repairRequest({ values, operands }: Given): RepairRequest {
  const inputs = operands.filter((place) => place !== STANDARD_STREAM);
  const { list = false, json = false } = values;
  if (list && json) throw new UsageError('Give --list or --json, not both.');
  return {
    inputs,
    streamFormat: streamFormat(operands.length - inputs.length, values.format),
    output: values.output,
    report: values.report,
    reportLanguage: reportLanguage(values['report-language']),
    options: {
      snapDistance: distance('--snap-distance', values['snap-distance']) ?? DEFAULT.snapDistance,
      maxGapWidth: distance('--max-gap-width', values['max-gap-width']) ?? DEFAULT.maxGapWidth,
      overlaps: fixOrKeep('--overlaps', values.overlaps) ?? DEFAULT.overlaps,
      gaps: fixOrKeep('--gaps', values.gaps) ?? DEFAULT.gaps,
      ...landOptions(values),
      ...(values.label === undefined ? {} : { labelField: values.label }),
    },
    decisions: values.decisions,
    threads: values.threads === undefined ? availableParallelism() : threads(values.threads),
    quiet: values.quiet ?? false,
    list,
    json,
  };
}

/** Limits and profile; the decisions are in a file that is read later (`withDecisions`). */
function landOptions({ profile, 'max-displacement': displacement, 'max-transfer': transfer }: Given['values']): Pick<FixGeometryOptions, 'profile' | 'maxDisplacement' | 'maxTransfer'> {
  const known = PROFILES.find((name) => name === profile);
  if (profile !== undefined && known === undefined) throw new UsageError(`--profile takes ${listOf(PROFILES, 'or')}, not "${profile}".`);
  return {
    ...(known === undefined ? {} : { profile: known }),
    ...(displacement === undefined ? {} : { maxDisplacement: limit('--max-displacement', displacement, { unit: 'metres', largest: LARGEST_DISTANCE, mayBeZero: false }) }),
    ...(transfer === undefined ? {} : { maxTransfer: limit('--max-transfer', transfer, { unit: 'square metres', largest: LARGEST_AREA, mayBeZero: true }) }),
  };
}

function limit(name: string, text: string, { unit, largest, mayBeZero }: { readonly unit: string; readonly largest: number; readonly mayBeZero: boolean }): number {
  const value = numberOf(name, text);
  if (Number.isNaN(value) || value < 0 || (value === 0 && !mayBeZero) || value > largest) throw new UsageError(`${name} takes ${unit}, ${mayBeZero ? '0 or more' : 'more than 0'}, such as 0.5 or 0,5, not "${text}".`);
  return value;
}

function streamFormat(streams: number, text: string | undefined): StreamFormat | null {
  if (streams === 0) {
    if (text !== undefined) throw new UsageError('--format is the format of standard input, whose name is -. The formats of files are known from their names.');
    return null;
  }
  if (streams > 1) throw new UsageError('Standard input, -, can be read only once.');
  const names = 'kml, kmz, gpkg, geojson or zip (a zipped shapefile)';
  if (text === undefined) throw new UsageError(`Give the format of standard input, with --format ${names}.`);
  const format = STREAM_FORMATS.find((name) => name === text.toLowerCase().replace(/^\./, ''));
  if (format === undefined) throw new UsageError(`--format takes ${names}, not "${text}".`);
  return format;
}

function distance(name: string, text: string | undefined): number | 'auto' | undefined {
  if (text === undefined || text === 'auto') return text;
  const value = numberOf(name, text);
  if (Number.isNaN(value) || value < 0 || value > LARGEST_DISTANCE) {
    throw new UsageError(`${name} takes a distance from 0 to ${String(LARGEST_DISTANCE)}, such as 0.5 or 0,5, or auto, not "${text}".`);
  }
  return value;
}

function fixOrKeep(name: string, text: string | undefined): 'fix' | 'keep' | undefined {
  if (text === undefined || text === 'fix' || text === 'keep') return text;
  throw new UsageError(`${name} takes fix or keep, not "${text}".`);
}

/** @throws UsageError */
export function threads(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 256) throw new UsageError(`--threads takes a whole number from 1 to 256, not "${text}".`);
  return value;
}
