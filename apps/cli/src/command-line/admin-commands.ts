import { ExitCode } from '../exit-codes.ts';
import type { Command } from './command.ts';

const RUNNING = 'The server of the data folder must be running; the command talks to it as its operator.';
const ALWAYS = ['data-dir', 'quiet', 'help'] as const;

const EXIT_CODES = [
  [ExitCode.Done, 'done'],
  [ExitCode.FindingsFound, 'status: a part of the server does not work'],
  [ExitCode.Usage, 'wrong usage'],
  [ExitCode.UnreadableInput, 'there is no such task, or its state does not allow this; the backup is damaged, or its place is taken'],
  [ExitCode.CannotWrite, 'the data folder or the file cannot be used, or no server answers'],
  [ExitCode.Internal, 'an internal error'],
] as const;

const STATUS = {
  words: 'admin status',
  summary: 'the health of a server, its tasks, its disk space',
  usage: ['admin status [--json]'],
  about: RUNNING,
  options: ['json', ...ALWAYS],
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin status --data-dir /srv/geoinsights/data'],
} as const satisfies Command;

const SWEEP = {
  words: 'admin sweep',
  summary: 'delete expired files now',
  usage: ['admin sweep'],
  about: `The server does this by itself every few minutes.
${RUNNING}`,
  options: ALWAYS,
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin sweep'],
} as const satisfies Command;

const REQUEUE = {
  words: 'admin requeue',
  summary: 'run a failed, cancelled or waiting task again',
  usage: ['admin requeue TASK'],
  about: `TASK is the id of the task, as its owner knows it. Its attempts are counted from zero, and its upload is kept longer.
${RUNNING}`,
  options: ALWAYS,
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin requeue 6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a02'],
} as const satisfies Command;

const CANCEL = {
  words: 'admin cancel',
  summary: 'stop a waiting or running task',
  usage: ['admin cancel TASK'],
  about: `TASK is the id of the task, as its owner knows it. A task that has ended is left as it is.
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
  about: `The server may be running or not. Requests to a running server wait while the database is copied.
With DATABASE_URL the file contains no database: back it up with pg_dump first.
With the S3 settings it contains the files of the bucket; DATA_DIR needs room for them meanwhile.
The file gives access to every task in it; only this account can read it.`,
  options: ALWAYS,
  operands: 'files',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin backup /backups/geoinsights-2026-11-23.tar --data-dir /srv/geoinsights/data'],
} as const satisfies Command;

const RESTORE = {
  words: 'admin restore',
  summary: 'unpack a backup into a new data folder',
  usage: ['admin restore FILE --data-dir FOLDER'],
  about: `FOLDER must be empty or must not exist. It gets its name when the checksum of every file has been verified.
Tasks that ran when the backup was made run again when the server starts.
Files of a bucket in the backup go into the bucket of the S3 settings, which must be empty.`,
  options: ALWAYS,
  optionTexts: { 'data-dir': 'the new data folder (default: DATA_DIR, else ./data)' },
  operands: 'files',
  exitCodes: EXIT_CODES,
  examples: ['geotools admin restore /backups/geoinsights-2026-11-23.tar --data-dir /srv/geoinsights/data'],
} as const satisfies Command;

/** The subcommands of `geotools admin`, by the second word. */
export const ADMIN_COMMANDS = { status: STATUS, sweep: SWEEP, requeue: REQUEUE, cancel: CANCEL, backup: BACKUP, restore: RESTORE } as const satisfies Record<string, Command>;
export type AdminCommand = keyof typeof ADMIN_COMMANDS;
