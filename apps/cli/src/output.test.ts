import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { CannotWriteError } from './exit-codes.ts';
import { moveTo } from './output.ts';

/** Another disk than that of the temporary folder, where there is one. */
const OTHER_DISK = '/dev/shm';
const hasOther = existsSync(OTHER_DISK) && statSync(OTHER_DISK).dev !== statSync(tmpdir()).dev;

let folder = '';
let other = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'output-'));
  other = hasOther ? mkdtempSync(path.join(OTHER_DISK, 'output-')) : folder;
});
afterEach(() => {
  for (const each of [folder, other]) rmSync(each, { recursive: true, force: true });
});

test('a result is moved to another disk, also over an earlier one', needs(hasOther, 'there is one disk only'), async () => {
  const target = path.join(other, 'report.json');
  for (const content of ['one', 'another']) {
    const place = path.join(folder, 'made');
    writeFileSync(place, content);
    await moveTo({ inputs: [] }, target, place);
    expect(readFileSync(target, 'utf8')).toBe(content);
  }
  expect(readdirSync(other)).toEqual(['report.json']);
});

test('an earlier result stays if the copy to another disk fails, and no part of the copy remains', needs(hasOther, 'there is one disk only'), async () => {
  const target = path.join(other, 'report.json');
  writeFileSync(target, 'earlier');
  // Renaming fails first since it is on another disk, then copying since it is a folder.
  const place = path.join(folder, 'made');
  mkdirSync(place);
  await expect(moveTo({ inputs: [] }, target, place)).rejects.toBeInstanceOf(CannotWriteError);
  expect(readFileSync(target, 'utf8')).toBe('earlier');
  expect(readdirSync(other)).toEqual(['report.json']);
});

test('a pipe is written to and stays, also one on the same disk', needs(process.platform !== 'win32', 'Windows has no such pipes'), async () => {
  const [target, place] = ['pipe.json', 'made'].map((name) => path.join(folder, name));
  execFileSync('mkfifo', [target]);
  writeFileSync(place, 'one');
  const [read] = await Promise.all([readFile(target, 'utf8'), moveTo({ inputs: [] }, target, place)]);
  expect(read).toBe('one');
  expect(statSync(target).isFIFO()).toBe(true);
});

test('a device that takes nothing stays', needs(existsSync('/dev/full'), 'there is no /dev/full'), async () => {
  const [target, place] = ['full.json', 'made'].map((name) => path.join(folder, name));
  symlinkSync('/dev/full', target);
  writeFileSync(place, 'one');
  await expect(moveTo({ inputs: [] }, target, place)).rejects.toBeInstanceOf(CannotWriteError);
  expect(lstatSync(target).isSymbolicLink()).toBe(true);
});
