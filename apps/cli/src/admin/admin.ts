import { setTimeout as pause } from 'node:timers/promises';
import { taskSchema } from '@geoinsights/contract';
import type { OperatorAccess } from '@geoinsights/server/operator';
import type { AdminCommand } from '../command-line/admin-commands.ts';
import type { Given } from '../command-line/read-arguments.ts';
import { CannotWriteError, ExitCode, UsageError } from '../exit-codes.ts';
import { askServer, dataFolderOf } from '../operator/ask-server.ts';
import { backup, restore } from './backup.ts';
import { status } from './status.ts';

/** A starting server publishes its address within this time. */
const PATIENCE_MILLISECONDS = 5000;
const PAUSE_MILLISECONDS = 250;

/** `geotools admin …` */
export async function admin(command: AdminCommand, { values, operands }: Given): Promise<number> {
  if (command === 'backup') return backup(values, operands);
  if (command === 'restore') return restore(values, operands);
  const say = (text: string) => {
    if (values.quiet !== true) console.log(text);
  };
  if (command === 'status' || command === 'sweep') {
    if (operands.length > 0) throw new UsageError(`"admin ${command}" takes no names.`);
    const access = await runningServer(dataFolderOf(values['data-dir']));
    if (command === 'status') return status(access, values);
    await askServer(access, 'POST', 'sweep');
    say('swept');
    return ExitCode.Done;
  }
  const task = operands.at(0);
  if (task === undefined || operands.length > 1) throw new UsageError('Name one task by its id, as its owner knows it.');
  const access = await runningServer(dataFolderOf(values['data-dir']));
  const { progress_status: state } = taskSchema.parse(await askServer(access, 'POST', `tasks/${encodeURIComponent(task)}/${command}`));
  say(state);
  return ExitCode.Done;
}

/** @throws CannotWriteError if no server has published its address */
async function runningServer(dataFolder: string): Promise<OperatorAccess> {
  const { readOperatorAccess } = await import('@geoinsights/server/operator');
  for (const until = performance.now() + PATIENCE_MILLISECONDS; performance.now() < until; ) {
    const access = await readOperatorAccess(dataFolder);
    if (access !== null) return access;
    await pause(PAUSE_MILLISECONDS);
  }
  throw new CannotWriteError(`No server is running on the data folder ${dataFolder}. Start it, or name another with --data-dir.`);
}
