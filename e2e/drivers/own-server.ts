import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { newDataFolder } from '../../testing/data-folder.ts';
import { nodeEnvironment } from '../../testing/node-environment.ts';
import { CERTIFICATE } from '../../testing/secure-server.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const QUIET = '--disable-warning=ExperimentalWarning';

export interface OwnServer {
  readonly address: string;
  /** Runs `geotools layers` on its data folder, as its operator would. */
  layers(...args: string[]): Promise<{ status: number | null; output: string }>;
  stop(): Promise<void>;
}

/**
 * A server for a single test, whose catalogue may be changed.
 * @param settings in addition to those of every such server
 */
export async function startOwnServer(settings: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const dataFolder = await newDataFolder('e2e-own');
  const environment = { ...nodeEnvironment(), PORT: '0', DATA_DIR: dataFolder, NODE_EXTRA_CA_CERTS: CERTIFICATE, SERVICE_NETWORKS: '127.0.0.0/8', ...settings };
  const server = spawn(process.execPath, [QUIET, 'apps/server/src/main.ts'], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      const found = /running at (\S+)/.exec(chunk.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
    server.once('exit', () => reject(new Error('The server of the test did not start.')));
  });
  return {
    address,
    layers: (...args) =>
      new Promise((resolve) => {
        const program = spawn(process.execPath, [QUIET, 'apps/cli/bin/geotools.js', 'layers', ...args], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
        program.once('close', (status) => resolve({ status, output }));
      }),
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
