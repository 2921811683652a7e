import { serverStatusSchema } from '@geoinsights/server/operator';
import type { OperatorAccess, ServerStatus } from '@geoinsights/server/operator';
import type { Values } from '../command-line/read-arguments.ts';
import { ExitCode } from '../exit-codes.ts';
import { askServer } from '../operator/ask-server.ts';

/** `geotools admin status` */
export async function status(access: OperatorAccess, { json }: Values): Promise<number> {
  const found = serverStatusSchema.parse(await askServer(access, 'GET', 'status'));
  console.log(json === true ? JSON.stringify(found, null, 2) : statusText(found));
  return Object.values(found.parts).every(({ ok }) => ok) ? ExitCode.Done : ExitCode.FindingsFound;
}

/** What the command prints. */
export function statusText({ version, database, parts, stock, disk }: ServerStatus): string {
  return [
    `version   ${version}`,
    ...Object.entries(parts).map(([part, outcome]) => `${part.padEnd(10)}${outcome.ok ? 'ok' : outcome.why}${part === 'database' ? ` (${database}, ${mebibytes(stock.databaseBytes)})` : ''}`),
    `room      ${mebibytes(disk.free_bytes)} free, of which ${mebibytes(disk.floor_bytes)} must stay free`,
    `kept      uploads ${mebibytes(stock.uploadBytes)}, results ${mebibytes(stock.resultBytes)}`,
    ...[...new Set(stock.tasks.map(({ tool }) => tool))].map((tool) => `tasks     ${tool}: ${statesOf(stock, tool)}`),
    ...(stock.oldestWaitSeconds > 0 ? [`waiting   the oldest task for ${String(Math.round(stock.oldestWaitSeconds))} s`] : []),
  ].join('\n');
}

function statesOf({ tasks }: ServerStatus['stock'], tool: string): string {
  return tasks
    .filter((row) => row.tool === tool)
    .map(({ state, count }) => `${String(count)} ${state}`)
    .join(', ');
}

function mebibytes(bytes: number): string {
  return `${String(Math.round(bytes / 1_048_576))} MiB`;
}
