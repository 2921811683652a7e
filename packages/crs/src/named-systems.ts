import { ProblemError } from '@geoinsights/contract/errors';
import { plainWords } from './datums.ts';
import { knownSystems, systemOfCode } from './known-systems.ts';
import type { KnownSystem } from './known-systems.ts';
import { isWebMercator } from './web-mercator.ts';

/** No name of a system is longer. */
const LONGEST = 200;

/**
 * The one system that people mean by a text: a code (`EPSG:31982`, `31982`, its URN or address) or a name in English or Portuguese
 * (`SIRGAS 2000 / UTM zone 22S`, `sirgas 2000 utm 22s`, `web mercator`, `Albers Brasil`).
 * @returns null if there is none, or if it is ambiguous: `candidateSystems` has the candidates.
 */
export function systemNamed(text: string): KnownSystem | null {
  const candidates = candidateSystems(text);
  return candidates.length === 1 ? candidates[0] : null;
}

/** The same, for a text entered by a person. @throws ProblemError `crs-not-known`, `crs-ambiguous` */
export function systemGiven(text: string): KnownSystem {
  const candidates = candidateSystems(text);
  if (candidates.length === 0) throw new ProblemError('crs-not-known', { crs: text });
  if (candidates.length > 1) throw new ProblemError('crs-ambiguous', { crs: text, candidates: inWords(candidates) });
  return candidates[0];
}

const MOST_NAMED = 5;

function inWords(systems: readonly KnownSystem[]): string {
  const named = systems.slice(0, MOST_NAMED).map(({ name, code }) => `${name} (${code})`);
  const others = systems.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** All systems that a text may mean: those whose names contain all of its words; only one if its name has no other words. */
export function candidateSystems(text: string): readonly KnownSystem[] {
  if (text.length > LONGEST) return [];
  const code = codeIn(text.trim());
  if (code !== null) {
    const ofCode = systemOfCode(code);
    return ofCode === null ? [] : [ofCode];
  }
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const having = systemsWithWords().filter((named) => words.every((word) => named.words.includes(word)));
  const exact = having.filter((named) => named.words.length === words.length);
  return (exact.length === 1 ? exact : having).map(({ system }) => system);
}

/**
 * A number behind a register is a code of it, also one that the register does not have. A bare number of four digits or more is an EPSG code, or one of
 * ArcGIS where EPSG has no numbers; a shorter one may be a zone.
 */
export function codeIn(text: string): string | null {
  if (/^(urn:ogc:def:crs:OGC:[\d.]*:CRS84|OGC:CRS84|CRS84)$/i.test(text)) return 'EPSG:4326';
  const found = /^(?:urn:ogc:def:crs:|https?:\/\/www\.opengis\.net\/def\/crs\/)(EPSG|ESRI)[:/][\d.]*[:/](\d+)$/i.exec(text) ?? /^(?:(EPSG|ESRI)[\s:_-]*|(?=\d{4,6}$))(\d+)$/i.exec(text);
  if (found === null) return null;
  const [register, number] = [found.at(1), Number(found[2])];
  if (isWebMercator(number)) return 'EPSG:3857';
  return `${register?.toUpperCase() ?? (number >= 100_000 ? 'ESRI' : 'EPSG')}:${number}`;
}

/** One spelling for each term that names use. The order matters: longer terms come before their parts. */
const SPELLINGS: readonly (readonly [words: RegExp, spelling: string])[] = [
  [/\bsistema de referencia geocentrico para as? americas?( do sul)?\b/g, 'sirgas'],
  [/\bsirgas ?(19)?95\b/g, 'sirgas1995'],
  [/\bsirgas( ?2000)?\b/g, 'sirgas2000'],
  [/\bsirgas2000 2000\b/g, 'sirgas2000'],
  [/\b(wgs ?(19)?84|world geodetic system (19)?84)\b/g, 'wgs84'],
  [/\b(sad ?(19)?69|south american (datum )?1969|datum sul americano (de )?1969) ?(19)?96\b/g, 'sad69-96'],
  [/\b(sad ?(19)?69|south american (datum )?1969|datum sul americano (de )?1969)\b/g, 'sad69'],
  [/\bcorrego alegre (19)?70( ?(19)?72)?\b/g, 'corrego-alegre 1970'],
  [/\bcorrego alegre (19)?61\b/g, 'corrego-alegre 1961'],
  [/\bcorrego alegre\b/g, 'corrego-alegre'],
  [/\b(psad ?(19)?56|provisional s(outh)? american( datum)? (19)?56)\b/g, 'psad56'],
  [/\b(pseudo|popular visuali[sz]ation pseudo|spherical|google|auxiliary sphere)\b/g, 'web'],
  [/\bsouth america\b|\bamerica do sul\b/g, 'south-america'],
  [/\bpoliconica\b/g, 'polyconic'],
  [/\b(brasil|ibge)\b/g, 'brazil'],
  [/\buniversal transver(se|sa) (de )?mercator\b/g, 'utm'],
  [/\b(utm )?(zone|zona|fuso|z|f) ?(?=\d)/g, 'utm '],
  [/\butm(?=\d)/g, 'utm '],
  [/\b0?(\d{1,2}) ?(s|south|southern|sul|sur)\b/g, '$1 s'],
  [/\b0?(\d{1,2}) ?(n|north|northern|norte)\b/g, '$1 n'],
];

/** Words that distinguish no systems. */
const NOISE = /^(epsg|esri|zone|zona|fuso|hemisphere|hemisferio|datum|crs|src|gcs|pcs|geographic|geograficas?|coordinates?|coordenadas?|lat|lon|long|latitude|longitude|latlong|lonlat|de|do|da|the|of|projection|projecao|equal|area|conic|conica|cone|equivalente|conformal|conforme|d)$/;

function wordsOf(text: string): readonly string[] {
  const spelt = SPELLINGS.reduce((words, [pattern, spelling]) => words.replace(pattern, spelling), plainWords(text));
  return [...new Set(spelt.split(' ').filter((word) => word !== '' && !NOISE.test(word)))];
}

interface NamedSystem {
  readonly system: KnownSystem;
  readonly words: readonly string[];
}

let namedSystems: readonly NamedSystem[] | null = null;

/**
 * The systems with the words of their names, computed on first use. Systems with heights share their names with others, so they are found by
 * code only.
 */
function systemsWithWords(): readonly NamedSystem[] {
  namedSystems ??= knownSystems()
    .filter(({ code }) => code !== 'EPSG:4979' && code !== 'EPSG:4989')
    .map((system) => ({ system, words: wordsOf(system.name) }));
  return namedSystems;
}
