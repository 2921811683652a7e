import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** GDAL's own bindings, in Debian's package python3-gdal. */
const PYTHON = '/usr/bin/python3';
const BINDINGS = '/usr/lib/python3/dist-packages/osgeo';
const PROGRAM = path.join(import.meta.dirname, 'gdal-process.py');
const PATIENCE_MILLISECONDS = 240_000;
const BETWEEN_LOOKS_MILLISECONDS = 1;
const STDOUT = '/vsistdout/';

/** For opening the source, which the program does before it calls the function. */
const OPENING = '-oo';
/** The other options of ogr2ogr that the tests use, with how many values each has. Calls with more than these start the program. */
const VALUES = new Map([['-f', 1], ['-lco', 1], ['-dsco', 1], ['-t_srs', 1], ['-s_srs', 1], ['-a_srs', 1], ['-nln', 1], ['-nlt', 1], ['-where', 1], ['-sql', 1], ['-dialect', 1], ['-dim', 1], ['-select', 1], ['-spat', 4], ['-preserve_fid', 0], ['-makevalid', 0], ['-clipsrc', 1], ['-segmentize', 1]]);

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What testing/gdal-process.py is asked to do. */
type Request =
  | { readonly does: 'translate'; readonly target: string; readonly source: string; readonly opening: readonly string[]; readonly options: readonly string[] }
  | { readonly does: 'transform'; readonly from: string; readonly to: string; readonly places: readonly (readonly [x: number, y: number])[] }
  | { readonly does: 'transform-each'; readonly from: string; readonly asked: readonly (readonly [to: string, place: readonly [x: number, y: number]])[] }
  | { readonly does: 'system'; readonly system: string; readonly form: string }
  | { readonly does: 'layers'; readonly file: string };

interface Process {
  readonly folder: string;
  readonly pid: number;
  readonly requests: number;
  readonly answers: number;
  asked: number;
}

/** Undefined before the first call; null if there is none. */
let running: Process | null | undefined;

/**
 * What GDAL does, without the start of a program where its Python bindings are installed: a process of these does the same for all tests of this process, each in a fork.
 * Most of what a program takes for something small is the loading of its libraries. Null where there are no bindings; then the program must be started.
 */
export function askGdal(request: Request): Ran | null {
  if (running === undefined) running = started();
  if (running === null) return null;
  const { folder } = running;
  const number = String(running.asked++);
  const [output, errors] = [path.join(folder, `${number}.out`), path.join(folder, `${number}.err`)];
  const asked = request.does === 'translate' && request.target === STDOUT ? { ...request, target: output } : request;
  writeSync(running.requests, `${JSON.stringify({ ...asked, output, errors })}\n`);
  const status = Number(answerOf(running));
  const ran = { status, stdout: textOf(output), stderr: textOf(errors) };
  for (const file of [output, errors]) rmSync(file, { force: true });
  return ran;
}

/** ogr2ogr, by GDAL's bindings where it can be. */
export function runOgr2ogr(args: readonly string[]): Ran {
  const request = requestOf(args);
  return (request === null ? null : askGdal(request)) ?? spawnSync('ogr2ogr', args, { encoding: 'utf8', maxBuffer: 1 << 30 });
}

/** Null if it needs the program. */
function requestOf(args: readonly string[]): Request | null {
  const [options, opening, names]: [string[], string[], string[]] = [[], [], []];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (!arg.startsWith('-')) {
      names.push(arg);
      continue;
    }
    if (arg === OPENING) {
      opening.push(args[++at]);
      continue;
    }
    const count = VALUES.get(arg);
    if (count === undefined) return null;
    options.push(...args.slice(at, at + 1 + count));
    at += count;
  }
  const [target, source, ...layers] = names;
  // Other drivers name what they write by its file, or make a folder.
  if (target === STDOUT && options[options.indexOf('-f') + 1] !== 'GeoJSON') return null;
  return { does: 'translate', target, source, opening, options: [...options, ...layers] };
}

function started(): Process | null {
  if (!existsSync(BINDINGS) || !existsSync('/proc')) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'gdal-process-'));
  const [requests, answers] = [path.join(folder, 'requests'), path.join(folder, 'answers')];
  spawnSync('mkfifo', [requests, answers]);
  const child = spawn(PYTHON, [PROGRAM, folder], { stdio: 'ignore' });
  child.unref();
  if (child.pid === undefined) return null;
  // For both directions, since opening a pipe for one waits for the other end, which may never come.
  const begun = { folder, pid: child.pid, requests: openSync(requests, constants.O_RDWR), answers: openSync(answers, constants.O_RDONLY | constants.O_NONBLOCK), asked: 0 };
  try {
    answerOf(begun);
    return begun;
  } catch {
    for (const pipe of [begun.requests, begun.answers]) closeSync(pipe);
    rmSync(folder, { recursive: true });
    return null;
  }
}

/** The next line. Tests call GDAL from functions that do not wait, so neither does this. */
function answerOf({ answers, pid }: Process): string {
  const chunk = Buffer.alloc(64);
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let text = '', waited = 0; waited < PATIENCE_MILLISECONDS; waited += BETWEEN_LOOKS_MILLISECONDS) {
    text += chunk.toString('utf8', 0, readNow(answers, chunk));
    if (text.endsWith('\n')) return text.trim();
    if (hasEnded(pid)) break;
    Atomics.wait(clock, 0, 0, BETWEEN_LOOKS_MILLISECONDS);
  }
  throw new Error('The process of GDAL does not answer.');
}

/** 0 if nothing is there yet. */
function readNow(pipe: number, chunk: Buffer): number {
  try {
    return readSync(pipe, chunk);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}

/** Its entry stays until Node hears of its end, which it cannot before this function returns. */
function hasEnded(pid: number): boolean {
  const file = `/proc/${String(pid)}/stat`;
  return !existsSync(file) || readFileSync(file, 'utf8').includes(') Z ');
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
