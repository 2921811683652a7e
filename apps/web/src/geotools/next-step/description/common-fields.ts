import { BRAZILIAN_SYSTEMS } from './brazilian-systems.ts';
import { FORMAT_CHOICES } from './format-words.ts';
import { system, wholeNumber } from './read-text.ts';
import type { ChoiceField, TextField } from './tool-description.ts';

/** The format of the result, for tools that can also keep the input's. */
export const RESULT_FORMAT: ChoiceField = {
  kind: 'choice',
  name: 'format',
  label: 'Format of the result',
  choices: [{ key: '', words: 'Same as your files' }, ...FORMAT_CHOICES],
};

/** The system of files that do not state one: without it, tools that need a system refuse them. */
export const SOURCE_SYSTEM: TextField = {
  kind: 'text',
  name: 'from',
  label: 'Reference system of your files',
  hint: 'Only for files that do not state it themselves.',
  placeholder: 'as stated in your files',
  suggestions: BRAZILIAN_SYSTEMS,
  read: system(),
};

const MOST_DECIMALS = 15;

export const DECIMALS: TextField = {
  kind: 'number',
  name: 'decimals',
  label: 'Decimals of coordinates',
  hint: 'In degrees, 6 decimals are a tenth of a metre; in metres, 2 are a centimetre. Empty: as many as the coordinates need.',
  placeholder: 'automatic',
  read: wholeNumber({ least: 0, most: MOST_DECIMALS }, 'Enter a whole number from 0 to 15, or leave the field empty.'),
};
