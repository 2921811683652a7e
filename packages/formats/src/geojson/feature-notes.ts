import { MOST_ATTRIBUTES } from '../attributes.ts';
import type { DatasetNote, InputFile } from '../driver.ts';
import { encodingNote } from '../encoding-watch.ts';
import type { EncodingWatch } from '../encoding-watch.ts';
import { LONGEST_FIELD_NAME, longNumbersNote, named } from '../named-fields.ts';
import type { FieldSurveyResult } from './field-survey.ts';
import type { ForeignMembers } from './foreign-members.ts';
import type { SurveyBuilder } from './survey-builder.ts';

/** Notes on what the features, as they are read, do not contain of the file. */
export function surveyNotes(geometry: SurveyBuilder, foreign: ForeignMembers, attributes: FieldSurveyResult, encoding: EncodingWatch, file: InputFile): DatasetNote[] {
  return [...geometryNotes(geometry), ...foreignNotes(foreign), ...attributeNotes(attributes), ...encodingNote(encoding, file, 'Texts with such bytes were read as Windows-1252, the most likely encoding; check the accented letters.')];
}

function geometryNotes({ notRepaired, notRepairedKept, unreadable, firstUnreadable, leftOut, firstLeftOut, flattened, firstFlattened }: SurveyBuilder): DatasetNote[] {
  const notes: DatasetNote[] = [];
  if (notRepaired > 0) {
    const [{ feature, type }] = notRepairedKept;
    const what = type === 'none' ? 'no type' : `type "${type}"`;
    const count = notRepaired === 1 ? 'One geometry has' : `${notRepaired} geometries have`;
    notes.push({ code: 'geometry-left-out', text: `${count} a type that GeoJSON does not have; ${notRepaired === 1 ? 'it is' : 'the first one is'} in feature ${feature + 1} (${what}). ${notRepaired === 1 ? 'It was' : 'They were'} not read.` });
  }
  if (unreadable > 0) {
    const what = unreadable === 1 ? 'One position does' : `${unreadable} positions do`;
    notes.push({ code: 'position-unreadable', text: `${what} not have two readable numbers; ${unreadable === 1 ? 'it is' : 'the first one is'} in feature ${firstUnreadable + 1}. Most formats cannot store such positions.` });
  }
  if (leftOut > 0) notes.push({ code: 'ordinates-left-out', text: `${leftOut === 1 ? 'One number is' : `${leftOut} numbers are`} beyond the first four of a position; ${leftOut === 1 ? 'it is' : 'the first one is'} in feature ${firstLeftOut + 1}. ${leftOut === 1 ? 'It was' : 'They were'} not read.` });
  if (flattened > 0) {
    const what = flattened === 1 ? 'One geometry collection has' : `${flattened} geometry collections have`;
    notes.push({ code: 'collection-flattened', text: `${what} MultiLineStrings, MultiPolygons or collections among ${flattened === 1 ? 'its' : 'their'} members; ${flattened === 1 ? 'it is' : 'the first one is'} in feature ${firstFlattened + 1}. The parts of these were read as separate members.` });
  }
  return notes;
}

function foreignNotes({ ofCollections, ofFeatures }: ForeignMembers): DatasetNote[] {
  const note = (names: ReadonlySet<string>, place: string): DatasetNote[] => (names.size === 0 ? [] : [{ code: 'attributes-left-out', text: `${place} ${names.size === 1 ? 'a member' : 'members'} called ${named([...names])}, which GeoJSON does not define. ${names.size === 1 ? 'It was' : 'They were'} left out.` }]);
  return [...note(ofCollections, 'Besides its features, the file has'), ...note(ofFeatures, 'Besides their "properties", features have')];
}

function attributeNotes({ fields, firstLeftOut, firstTooLong, oddProperties, notFinite, repeated }: FieldSurveyResult): DatasetNote[] {
  const notes: DatasetNote[] = [];
  const mixed = fields.filter(({ type, isMixed, isLong }) => type === 'text' && isMixed && !isLong).map(({ name }) => name);
  if (mixed.length > 0) {
    notes.push({ code: 'fields-of-mixed-kinds', text: `${mixed.length === 1 ? 'A field mixes' : 'Some fields mix'} text with numbers or other values, and all values were read as text: ${named(mixed)}.` });
  }
  notes.push(...longNumbersNote(fields.filter(({ isLong }) => isLong).map(({ name }) => name)));
  if (firstLeftOut !== null) notes.push({ code: 'attributes-left-out', text: `The features have more than ${MOST_ATTRIBUTES} different properties. The others were not read; the first of them is "${firstLeftOut.slice(0, 80)}".` });
  if (firstTooLong !== null) notes.push({ code: 'attributes-left-out', text: `Properties whose names have more than ${LONGEST_FIELD_NAME} bytes were not read; the first of these names begins with "${firstTooLong}".` });
  if (oddProperties > 0) notes.push({ code: 'attributes-left-out', text: `${inWords(oddProperties)} "properties" that are neither an object nor null. ${oddProperties === 1 ? 'It was' : 'They were'} not read.` });
  if (notFinite > 0) notes.push({ code: 'attributes-left-out', text: `${notFinite === 1 ? 'One value is' : `${notFinite} values are`} NaN or Infinity, which JSON does not have. ${notFinite === 1 ? 'It was' : 'They were'} read as null.` });
  if (repeated.values > 0) notes.push({ code: 'attributes-left-out', text: `Features have the same property more than once: ${named(repeated.names)}. The last value of each was read, as other programs do, and ${repeated.values === 1 ? 'one other value was' : `${repeated.values} others were`} left out.` });
  return notes;
}

function inWords(count: number): string {
  return count === 1 ? 'One feature has' : `${count} features have`;
}
