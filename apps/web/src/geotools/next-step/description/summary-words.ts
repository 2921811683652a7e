import { BRAZILIAN_SYSTEMS } from './brazilian-systems.ts';
import { formatWords } from './format-words.ts';
import type { OptionValue, ToolOptions } from './tool-description.ts';

// Numbers stand in a summary as fields take them: with all digits, and without commas, which could be decimal ones. No line ends before a unit.

export function metres(distance: OptionValue | undefined): string {
  return `${String(distance)}\u00a0m`;
}

const DIGITS_OF_SHARE = 12;

/** @param share of 1. */
export function percent(share: OptionValue): string {
  return `${String(Number((Number(share) * 100).toPrecision(DIGITS_OF_SHARE)))}\u00a0%`;
}

export function featuresWords(count: OptionValue | undefined): string {
  return count === 1 ? '1 feature' : `${String(count)} features`;
}

/** A system with its name, if its name is known to the page. */
export function systemWords(system: OptionValue | undefined): string {
  const words = BRAZILIAN_SYSTEMS.find(({ value }) => value === system)?.words;
  return words === undefined ? String(system) : `${String(system)} (${words.slice(0, words.indexOf(':'))})`;
}

export function decimalsWords(decimals: OptionValue | undefined): string {
  return decimals === undefined ? '' : `, with coordinates rounded to ${decimals === 1 ? '1 decimal' : `${String(decimals)} decimals`}`;
}

/** What tools that read features have in common: the system of files that state none, and the format of the result. */
export function resultWords({ from, format }: ToolOptions): string {
  const asked = format === undefined ? '' : `, as ${formatWords(String(format))}`;
  return from === undefined ? asked : `${asked}, taking ${systemWords(from)} for files that state no reference system`;
}

/** Parts of a sentence; those without words are left out. */
export function inList(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined).join(', ');
}
