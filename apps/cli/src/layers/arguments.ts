import { layerCodeSchema, type LayerChanges } from '@geoinsights/catalogue';
import { layerStyleSchema, type LayerStyle } from '@geoinsights/contract';
import { listOf } from '@geoinsights/contract/units';
import { z } from 'zod';
import { numberOf } from '../command-line/numbers.ts';
import type { Values } from '../command-line/read-arguments.ts';
import { UsageError } from '../exit-codes.ts';

/** What the options say about a layer; an empty text or "none" removes licence, attribution and minimum zoom. */
export function descriptionOf(options: Values): Omit<LayerChanges, 'place' | 'code' | 'task'> {
  const { group, name, color, description, source, licence, attribution, position } = options;
  if (color !== undefined && !/^#[0-9a-fA-F]{6}$/.test(color)) throw new UsageError(`--color takes a colour such as #2b8cbe, not "${color}".`);
  return {
    ...(group === undefined ? {} : { group: nameOf('--group', group) }),
    ...(name === undefined ? {} : { name: nameOf('--name', name) }),
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

/** @throws UsageError */
export function nameOf(option: string, text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200) throw new UsageError(`${option} takes a text of 1 to 200 characters.`);
  return name;
}

/** The name of a layer in our own WMS. @throws UsageError */
export function ownCodeOf(text: string): string {
  const code = layerCodeSchema.safeParse(text);
  if (!code.success) throw new UsageError(`--code takes letters, digits and . : _ - without accents or spaces, up to 200 of them, such as cite:Lakes, not "${text.slice(0, 60)}".`);
  return code.data;
}

function orNothing(text: string): string | null {
  return text.trim() === '' || text === 'none' ? null : text;
}

function zoomOf(text: string): number | null {
  if (orNothing(text) === null) return null;
  const zoom = numberOf('--minimum-zoom', text);
  if (!Number.isFinite(zoom) || zoom < 0 || zoom > 24) throw new UsageError(`--minimum-zoom takes a number from 0 to 24, or none, not "${text}".`);
  return zoom;
}

/** Of a layer of another service we know nothing but its pictures. */
export const OUTLINED_IS_OURS = '--style outlined is for layers that this server draws. A layer of another service is filled or background.';

function styleOf(text: string): LayerStyle {
  const style = layerStyleSchema.safeParse(text);
  if (!style.success) throw new UsageError(`--style takes ${listOf(layerStyleSchema.options, 'or')}, not "${text}".`);
  return style.data;
}

/** @throws UsageError */
export function positionOf(text: string): number {
  const position = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  if (position === 0) throw new UsageError(`--position takes a whole number, 1 for the first place, not "${text}".`);
  return position;
}

/** A day that the calendar has, or such a day with a time, to the second or the minute, and its zone. */
const providerDateSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

/** `2024-01-31` or a date-time with its zone, in the catalogue's form. */
export function providerDateOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const date = providerDateSchema.safeParse(text);
  if (!date.success) throw new UsageError(`--provider-date takes a date such as 2024-01-31 or 2024-01-31T12:00:00Z, not "${text}".`);
  return new Date(date.data).toISOString();
}

/** Whether a text can be the address of another WMS. Credentials in it would be visible to everyone. */
export function isWmsAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
