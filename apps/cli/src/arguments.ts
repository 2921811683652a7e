import { availableParallelism } from 'node:os';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { DEFAULT_REPAIR_OPTIONS as DEFAULT, LARGEST_DISTANCE, type FixGeometryOptions } from '@geoinsights/contract/repair-options';
import { UsageError } from './exit-codes.ts';

export interface Arguments {
  readonly inputs: readonly string[];
  readonly output: string | undefined;
  readonly report: string | undefined;
  readonly options: FixGeometryOptions;
  readonly threads: number;
  readonly quiet: boolean;
  readonly help: boolean;
}

const SHARED_OPTIONS = {
  report: { type: 'string' },
  'snap-distance': { type: 'string' },
  'max-gap-width': { type: 'string' },
  overlaps: { type: 'string' },
  gaps: { type: 'string' },
  threads: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  output: { type: 'string', short: 'o' },
} as const satisfies ParseArgsConfig['options'];

/** @throws UsageError that names the argument and what it takes. */
export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args);
  return {
    inputs: positionals,
    output: values.output,
    report: values.report,
    options: {
      snapDistance: distance('--snap-distance', values['snap-distance']) ?? DEFAULT.snapDistance,
      maxGapWidth: distance('--max-gap-width', values['max-gap-width']) ?? DEFAULT.maxGapWidth,
      overlaps: fixOrKeep('--overlaps', values.overlaps) ?? DEFAULT.overlaps,
      gaps: fixOrKeep('--gaps', values.gaps) ?? DEFAULT.gaps,
    },
    threads: values.threads === undefined ? availableParallelism() : threads(values.threads),
    quiet: values.quiet,
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: SHARED_OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments cannot be read.');
  }
}

function distance(name: string, text: string | undefined): number | 'auto' | undefined {
  if (text === undefined || text === 'auto') return text;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value) || value < 0 || value > LARGEST_DISTANCE) {
    throw new UsageError(`${name} takes a distance from 0 to ${String(LARGEST_DISTANCE)}, or auto; "${text}" is neither.`);
  }
  return value;
}

function fixOrKeep(name: string, text: string | undefined): 'fix' | 'keep' | undefined {
  if (text === undefined || text === 'fix' || text === 'keep') return text;
  throw new UsageError(`${name} takes fix or keep; "${text}" is neither.`);
}

function threads(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 256) throw new UsageError(`--threads takes a whole number from 1 to 256; "${text}" is none.`);
  return value;
}
