import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lackingForNetworks } from '../../../testing/cluster/network.ts';
import { needs } from '../../../testing/needs.ts';

const NETWORK = path.resolve(import.meta.dirname, '..', '..', '..', 'testing', 'faults', 'network.ts');
const lacking = lackingForNetworks();

/** The short form of `npm run test:faults -- --only=network`, with its own servers, since those of the tests are in another network. */
test('a worker whose network is cut past its lease, and joined again: nothing that was acknowledged is lost, and each task has one result', needs(lacking === null, lacking ?? ''), async () => {
  // Long tasks: the cut is sure to meet one, and few processes are started for them meanwhile.
  const child = spawn('unshare', ['--net', process.execPath, '--disable-warning=ExperimentalWarning', NETWORK, '--times=1', '--only=worker', '--milliseconds=1500'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = await new Promise((resolve) => child.once('close', resolve));
  expect([status, said]).toEqual([0, expect.stringMatching(/past its lease \| 1 \| [1-9]/)]);
});
