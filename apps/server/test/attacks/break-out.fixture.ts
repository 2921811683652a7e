// A tool in the role of code run by a hostile file: it tries to break out, both directly and by a thread without Node's
// permissions, and returns what it got as its result.
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { reportSchema } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import { z } from 'zod';

/** Each returns what it got, or throws. `places` says where to go. */
const ATTEMPTS = `
  const fs = require('node:fs');
  const attempts = {
    'reads a file of another visitor': () => fs.readFileSync(places.secret, 'utf8'),
    'lists the data folder': () => fs.readdirSync(places.data).filter((name) => name !== 'runners').join(),
    'lists the folders of other tasks': () => fs.readdirSync(places.runners).filter((name) => !places.own.includes(name)).join(),
    'writes into the data folder': () => fs.writeFileSync(places.data + '/left-behind', 'x') ?? 'written',
    'writes beside the data folder': () => fs.writeFileSync(places.beside, 'x') ?? 'written',
    'changes the code of the product': () => fs.appendFileSync(places.code, '') ?? 'written',
    'changes its input, which is the upload': () => fs.appendFileSync(places.input, 'x') ?? 'written',
    'links a file of another visitor': () => fs.linkSync(places.secret, places.output + '/link') ?? fs.readFileSync(places.output + '/link', 'utf8'),
    'reads the settings of the server': () => fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8'),
    'reads the disk as the server sees it': () => fs.readdirSync('/proc/' + process.ppid + '/root' + places.data).join(),
    'opens a database of the data folder': () => { const { DatabaseSync } = require('node:sqlite'); return new DatabaseSync(places.database).prepare('select secret from t').get().secret; },
    'writes a database into the data folder': () => { const { DatabaseSync } = require('node:sqlite'); new DatabaseSync(places.data + '/left.db').exec('create table t(a)'); return 'written'; },
    'takes the hidden folder away': () => { const { spawnSync } = require('node:child_process'); const { status } = spawnSync('umount', [places.data]); if (status !== 0) throw new Error('refused'); return 'taken away'; },
    'starts a program': () => { const { spawnSync } = require('node:child_process'); const { status, stdout } = spawnSync('cat', [places.secret], { encoding: 'utf8' }); if (status !== 0) throw new Error('refused'); return stdout; },
    'connects to a service of this machine': () => new Promise((resolve, reject) => require('node:net').connect(places.port, '127.0.0.1').once('connect', () => resolve('connected')).once('error', reject)),
    'sends a datagram': () => new Promise((resolve, reject) => { const socket = require('node:dgram').createSocket('udp4'); socket.once('error', reject); socket.send('x', places.port, '127.0.0.1', (error) => { socket.close(); if (error) reject(error); else resolve('sent'); }); }),
  };
  const run = async () => {
    const got = {};
    for (const [name, attempt] of Object.entries(attempts)) {
      try { got[name] = String(await attempt()); } catch { got[name] = null; }
    }
    return got;
  };
`;

const placesSchema = z.record(z.string(), z.union([z.string(), z.number()]));
const gotSchema = z.record(z.string(), z.string().nullable());

async function inThread(places: object, execArgv: string[] | undefined): Promise<unknown> {
  const code = `const places = ${JSON.stringify(places)}; ${ATTEMPTS} run().then((got) => require('node:worker_threads').parentPort.postMessage(got));`;
  const thread = new Worker(code, execArgv === undefined ? { eval: true } : { eval: true, execArgv });
  return new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
}

const breakOut: ToolDefinition = {
  name: 'break-out',
  title: 'Break out',
  summary: 'Tries to get out.',
  inputs: { minimum: 1, maximum: 1 },
  optionsSchema: z.unknown(),
  reportSchema,
  commandExamples: [],
  async run({ inputs, outputFolder }) {
    const [input] = z.tuple([z.custom<(typeof inputs)[number]>()]).parse(inputs);
    const places = { ...placesSchema.parse(JSON.parse(await readFile(input.path, 'utf8'))), input: input.path, output: outputFolder, own: path.dirname(outputFolder) };
    const got = { 'as it is': gotSchema.parse(await inThread(places, undefined)), 'freed of permissions': gotSchema.parse(await inThread(places, [])) };
    const output = path.join(outputFolder, 'got.json');
    await writeFile(output, JSON.stringify(got));
    const report = { tool: 'break-out', datasets: [], failures: [], found: {}, remaining: {}, notes: [] };
    const reportFile = path.join(outputFolder, 'report.json');
    await writeFile(reportFile, JSON.stringify(report));
    const sized = async (name: string, place: string) => ({ name, path: place, size: (await stat(place)).size });
    return { output: await sized('got.json', output), reportFile: await sized('report.json', reportFile), report };
  },
};

export const TOOLS: ReadonlyMap<string, ToolDefinition> = new Map([[breakOut.name, breakOut]]);
