import { parseArgs } from 'node:util';
import type { LayerChanges } from '@geoinsights/catalogue';
import { layerStyleSchema } from '@geoinsights/contract';
import type { LayerStyle } from '@geoinsights/contract';
import { UsageError } from '../exit-codes.ts';

/** Every option of `geotools layers`; which of them a command takes is its own matter. */
const OPTIONS = {
  group: { type: 'string' },
  name: { type: 'string' },
  color: { type: 'string' },
  description: { type: 'string' },
  source: { type: 'string' },
  licence: { type: 'string' },
  attribution: { type: 'string' },
  'minimum-zoom': { type: 'string' },
  style: { type: 'string' },
  position: { type: 'string' },
  visible: { type: 'boolean' },
  hidden: { type: 'boolean' },
  'provider-date': { type: 'string' },
  details: { type: 'string' },
  layer: { type: 'string', multiple: true },
  crs: { type: 'string' },
  url: { type: 'string' },
  code: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  'data-dir': { type: 'string' },
} as const;

type Name = keyof typeof OPTIONS;
export type LayerOptions = ReturnType<typeof parse>['values'];

const ALWAYS: readonly Name[] = ['help', 'quiet', 'data-dir'];
const DESCRIPTION: readonly Name[] = ['group', 'color', 'description', 'source', 'licence', 'attribution', 'minimum-zoom', 'style', 'position', 'visible', 'hidden', 'details'];

/** What each command takes beside its positional arguments. */
const COMMAND_OPTIONS = {
  list: ['json'],
  publish: [...DESCRIPTION, 'name', 'provider-date', 'layer', 'crs'],
  update: [...DESCRIPTION, 'name', 'provider-date', 'url', 'code'],
  remove: [],
  'import-wms': [...DESCRIPTION, 'layer', 'json'],
} as const satisfies Record<string, readonly Name[]>;
export type LayersCommand = keyof typeof COMMAND_OPTIONS;

export function isLayersCommand(name: string): name is LayersCommand {
  return Object.hasOwn(COMMAND_OPTIONS, name);
}

/** @throws UsageError for an option that does not exist or that the command does not take */
export function parseLayerArguments(command: LayersCommand, args: readonly string[]): { options: LayerOptions; positionals: string[] } {
  const { values, positionals } = parse(args);
  const taken = new Set<string>([...ALWAYS, ...COMMAND_OPTIONS[command]]);
  const foreign = Object.keys(values).find((name) => !taken.has(name));
  if (foreign !== undefined) throw new UsageError(`"layers ${command}" takes no --${foreign}.`);
  if (values.visible === true && values.hidden === true) throw new UsageError('Give --visible or --hidden, not both.');
  return { options: values, positionals };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments cannot be read.');
  }
}

/** What the options say about a layer; an empty text or "none" takes licence, attribution and minimum zoom away. */
export function descriptionOf(options: LayerOptions): Omit<LayerChanges, 'place' | 'task'> {
  const { group, name, color, description, source, licence, attribution, position } = options;
  if (color !== undefined && !/^#[0-9a-fA-F]{6}$/.test(color)) throw new UsageError(`--color takes a colour such as #2b8cbe; "${color}" is none.`);
  for (const [option, text] of [['--group', group], ['--name', name]] as const) {
    if (text !== undefined && (text.trim() === '' || text.length > 200)) throw new UsageError(`${option} takes a text of 1 to 200 characters.`);
  }
  return {
    ...(group === undefined ? {} : { group }),
    ...(name === undefined ? {} : { name }),
    ...(color === undefined ? {} : { color }),
    ...(description === undefined ? {} : { description }),
    ...(source === undefined ? {} : { source }),
    ...(licence === undefined ? {} : { licence: orNothing(licence) }),
    ...(attribution === undefined ? {} : { attribution: orNothing(attribution) }),
    ...(options['minimum-zoom'] === undefined ? {} : { minimum_zoom: zoomOf(options['minimum-zoom']) }),
    ...(options.style === undefined ? {} : { style: styleOf(options.style) }),
    ...(position === undefined ? {} : { position: positionOf(position) }),
    ...(options.visible === true ? { is_visible: true } : {}),
    ...(options.hidden === true ? { is_visible: false } : {}),
  };
}

function orNothing(text: string): string | null {
  return text.trim() === '' || text === 'none' ? null : text;
}

function zoomOf(text: string): number | null {
  if (orNothing(text) === null) return null;
  const zoom = Number(text);
  if (!Number.isFinite(zoom) || zoom < 0 || zoom > 24) throw new UsageError(`--minimum-zoom takes a number from 0 to 24, or none; "${text}" is neither.`);
  return zoom;
}

function styleOf(text: string): LayerStyle {
  const style = layerStyleSchema.safeParse(text);
  if (!style.success) throw new UsageError(`--style takes ${layerStyleSchema.options.join(', ')}; "${text}" is none of them.`);
  return style.data;
}

function positionOf(text: string): number {
  const position = Number(text);
  if (text.trim() === '' || !Number.isInteger(position) || Math.abs(position) > 1_000_000) throw new UsageError(`--position takes a whole number; "${text}" is none.`);
  return position;
}

/** `2024-01-31` or a date-time with its zone, as the catalogue has it. */
export function providerDateOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const date = /^\d{4}-\d{2}-\d{2}(T.*(Z|[-+]\d{2}:\d{2}))?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime())) throw new UsageError(`--provider-date takes a date such as 2024-01-31 or 2024-01-31T12:00:00Z; "${text}" is none.`);
  return date.toISOString();
}

/** Whether a text can be the address of someone's WMS. Names and passwords in it would be told to everyone. */
export function isWmsAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
