// Starts the processes of tasks, and forwards the messages between them and the server: creating a process blocks its thread.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { parentPort } from 'node:worker_threads';
import { lowerPriority } from './low-priority.ts';
import { starterRequestSchema } from './starter-messages.ts';
import type { ProcessOrder, StarterReply } from './starter-messages.ts';

const KEPT_ERROR_OUTPUT = 8192;

const port = parentPort;
if (port === null) throw new Error('This module runs as a worker thread.');
const reply = (message: StarterReply) => port.postMessage(message);
const children = new Map<number, ChildProcess>();

port.on('message', (received: unknown) => {
  const request = starterRequestSchema.parse(received);
  if (request.kind === 'start') {
    start(request.id, request);
    return;
  }
  const child = children.get(request.id);
  // If it cannot be sent, the process is about to end, which is reported separately.
  if (child?.connected === true) child.send(request.message, () => undefined);
});

function start(id: number, { module, parameters, environment, program, options }: ProcessOrder): void {
  const child = fork(module, parameters, {
    // A group of its own, so that killing the group also ends whatever the tool started.
    detached: true,
    env: environment,
    execPath: program,
    execArgv: options,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.set(id, child);
  if (child.pid !== undefined) {
    lowerPriority(child.pid);
    reply({ kind: 'started', id, pid: child.pid });
  }
  let errorOutput = '';
  const end = (how: string): void => {
    if (children.delete(id)) reply({ kind: 'gone', id, how });
  };
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-KEPT_ERROR_OUTPUT);
  });
  child.on('message', (message: unknown) => reply({ kind: 'message', id, message }));
  child.once('exit', (code, signal) => end(`ended with ${signal ?? `exit code ${String(code)}`}: ${errorOutput}`));
  child.on('error', (error) => {
    // For a process that did start, its exit will still be reported.
    if (child.pid === undefined) end(`could not be started: ${error.message}`);
  });
}
