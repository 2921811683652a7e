import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract/errors';
import { DECIDED_KINDS, DECISION_ACTIONS, LARGEST_AREA, MOST_DECISIONS, type FindingDecision } from '@geoinsights/contract/repair-options';
import { reasonUnreadable } from '@geoinsights/tools/system-reasons';
import { UsageError } from './exit-codes.ts';
import type { RepairRequest } from './repair-request.ts';

/** Ten thousand decisions with long names take a fifth of it. */
const LARGEST_FILE = 16 * 1024 * 1024;
const LONGEST_NAME = 1000;

/** The files that a request names, and the one with its decisions: none of them may be overwritten. */
export function keptFiles<File extends { readonly path: string }>(named: readonly File[], { decisions }: Pick<RepairRequest, 'decisions'>): (File | { readonly path: string })[] {
  return decisions === undefined ? [...named] : [...named, { path: path.resolve(decisions) }];
}

/** The request with the decisions from the file that it names. @throws UsageError that names the entry and what it accepts; ProblemError if the file cannot be read */
export async function withDecisions<Request extends Pick<RepairRequest, 'decisions' | 'options'>>(request: Request): Promise<Request> {
  const { decisions: place, options } = request;
  if (place === undefined) return request;
  const status = await stat(place).catch(() => null);
  if (status?.isFile() !== true) throw new UsageError(`--decisions names "${place}", which is not a file.`);
  if (status.size > LARGEST_FILE) throw new UsageError(`"${place}" is larger than ${LARGEST_FILE / 1024 ** 2} MB: at most ${MOST_DECISIONS} decisions are accepted.`);
  return { ...request, options: { ...options, decisions: decisionsIn(await textOf(place), place) } };
}

/** Editors for Windows begin a text with a byte order mark, which is no part of the JSON. */
async function textOf(place: string): Promise<string> {
  const bytes = await readFile(place).catch((cause: unknown) => {
    const reason = reasonUnreadable(cause);
    throw reason === undefined ? cause : new ProblemError('input-unreadable', { file: place, reason }, { cause });
  });
  return new TextDecoder().decode(bytes);
}

/** @throws UsageError */
export function decisionsIn(text: string, place: string): FindingDecision[] {
  const value = parsed(text, place);
  const list = Array.isArray(value) ? value : isObject(value) && Array.isArray(value['decisions']) ? value['decisions'] : null;
  if (list === null) throw new UsageError(`"${place}" does not contain a list of decisions, such as [{ "finding": { "kind": "overlap", "at": [1, 2], "features": [3, 7] }, "action": "leave" }].`);
  if (list.length > MOST_DECISIONS) throw new UsageError(`"${place}" has ${list.length} decisions; at most ${MOST_DECISIONS} are accepted.`);
  return list.map((entry: unknown, i) => decisionOf(entry, (what) => new UsageError(`Decision ${i + 1} in "${place}" ${what}.`)));
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`"${place}" is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Without a schema, like all options of a repair: the command starts faster without the schema library. */
function decisionOf(entry: unknown, problem: (what: string) => UsageError): FindingDecision {
  if (!isObject(entry) || !isObject(entry['finding'])) throw problem('takes "finding", "action" and, with give, "to"');
  const { finding, action: actionText, to } = entry;
  const kind = DECIDED_KINDS.find((name) => name === finding['kind']);
  if (kind === undefined) throw problem(`takes a kind of ${DECIDED_KINDS.join(', ')}`);
  const action = DECISION_ACTIONS.find((name) => name === actionText);
  if (action === undefined) throw problem(`takes an action of ${DECISION_ACTIONS.join(', ')}`);
  const { at, features, area_m2: area } = finding;
  if (!Array.isArray(at) || at.length !== 2 || !at.every(isNumber)) throw problem('takes "at", two coordinates');
  if (!Array.isArray(features) || features.length < 1 || features.length > 2 || !features.every(isPosition)) throw problem('takes "features", the positions of one or two features, from 1 on');
  if (area !== undefined && (!isNumber(area) || area <= 0 || area > LARGEST_AREA)) throw problem('takes "area_m2", a number of square metres above 0');
  if (kind !== 'gap' && (features.length !== 2 || features[0] === features[1])) throw problem('takes the positions of the two features that overlap');
  if ((action === 'give') !== (to !== undefined)) throw problem('takes "to" with the action give, and with no other');
  if (to !== undefined && !isPosition(to)) throw problem('takes "to", the position of a feature, from 1 on');
  return {
    finding: { kind, at: [at[0], at[1]], features, ...(isNumber(area) ? { area_m2: area } : {}), ...nameOf('dataset', finding, problem), ...nameOf('layer', finding, problem) },
    action,
    ...(to === undefined ? {} : { to }),
  };
}

function nameOf(member: 'dataset' | 'layer', finding: Readonly<Record<string, unknown>>, problem: (what: string) => UsageError): { dataset?: string; layer?: string } {
  const name = finding[member];
  if (name === undefined) return {};
  if (typeof name !== 'string' || name.length > LONGEST_NAME) throw problem(`takes "${member}", a name of at most ${LONGEST_NAME} characters`);
  return { [member]: name };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
