import type { Command } from './command.ts';

const RUNNING = 'The server of the data folder has to run; it is asked as its operator.';
const ALWAYS = ['data-dir', 'quiet', 'help'] as const;

const EXIT_CODES = [
  [0, 'done'],
  [1, 'status: a part of the server cannot be worked with'],
  [2, 'wrong usage'],
  [3, 'there is no such task, or it cannot be done with it; the backup is damaged'],
  [4, 'the data folder or the file cannot be used, or no server answers'],
  [70, 'a fault of ours'],
] as const;

const STATUS = {
  words: 'admin status',
  summary: 'whether a server is well, its tasks, its room',
  usage: ['admin status [--json]'],
  about: RUNNING,
  options: ['json', ...ALWAYS],
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin status --data-dir /srv/geoinsights/data'],
} as const satisfies Command;

const SWEEP = {
  words: 'admin sweep',
  summary: 'delete now what has been kept long enough',
  usage: ['admin sweep'],
  about: `The server does so by itself every few minutes.
${RUNNING}`,
  options: ALWAYS,
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin sweep'],
} as const satisfies Command;

const REQUEUE = {
  words: 'admin requeue',
  summary: 'run a task again that failed, was cancelled or waits',
  usage: ['admin requeue TASK'],
  about: `TASK is the id of the task, as its owner has it. Its attempts are counted anew, and its upload is kept on.
${RUNNING}`,
  options: ALWAYS,
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin requeue 6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a02'],
} as const satisfies Command;

const CANCEL = {
  words: 'admin cancel',
  summary: 'stop a task that waits or runs',
  usage: ['admin cancel TASK'],
  about: `TASK is the id of the task, as its owner has it. One that has ended stays as it is.
${RUNNING}`,
  options: ALWAYS,
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin cancel 6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a02'],
} as const satisfies Command;

const BACKUP = {
  words: 'admin backup',
  summary: 'pack the database and the files of a server into one file',
  usage: ['admin backup FILE.tar|FILE.tar.gz'],
  about: `Whether the server runs or not. What a running server is asked waits while the database is copied.
With DATABASE_URL the file holds no database: make it with pg_dump, before this.
With the settings of S3 it holds what the bucket does; DATA_DIR needs room for that meanwhile.
The file opens every task in it; only this account can read it.`,
  options: ALWAYS,
  operands: 'files',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin backup /backups/geoinsights-2026-11-23.tar --data-dir /srv/geoinsights/data'],
} as const satisfies Command;

const RESTORE = {
  words: 'admin restore',
  summary: 'unpack a backup into a new data folder',
  usage: ['admin restore FILE --data-dir FOLDER'],
  about: `FOLDER must be empty or not there. It gets its name when the sum of every file has been checked.
Tasks that ran when the backup was made run again at the start.
What the backup holds of a bucket goes into the bucket of the settings of S3, which must be empty.`,
  options: ALWAYS,
  optionTexts: { 'data-dir': 'the new data folder (default: DATA_DIR, else ./data)' },
  operands: 'files',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin restore /backups/geoinsights-2026-11-23.tar --data-dir /srv/geoinsights/data'],
} as const satisfies Command;

/** The subcommands of `geotools admin`, by the second word. */
export const ADMIN_COMMANDS = { status: STATUS, sweep: SWEEP, requeue: REQUEUE, cancel: CANCEL, backup: BACKUP, restore: RESTORE } as const satisfies Record<string, Command>;
export type AdminCommand = keyof typeof ADMIN_COMMANDS;
