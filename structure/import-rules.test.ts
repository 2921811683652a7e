import { expect, test } from 'vitest';
import { lint } from './lint.ts';
import { nameOf, ROOMS } from './rooms.ts';

/** A file in every part of every room that has rules of its own. */
const PARTS = ROOMS.flatMap(({ folder, mayImport, machine, exceptions = [] }) => [
  { file: `${folder}/src/deep/within/thing.ts`, mayImport, machine },
  ...exceptions.flatMap((exception) =>
    exception.files.map((pattern) => ({ file: `${folder}/${pattern.replace(/\{(\w+)[^}]*\}/, '$1').replace('**', 'thing.ts')}`, mayImport, machine: exception.machine })),
  ),
]);

const ROOM_NAMES = ROOMS.map(nameOf);
const OF_TESTS = ['./test/thing.ts', '../../test/deep/thing.ts', './thing.test.ts', '../thing.fixture.ts'];
/** Of the same room, and a library. */
const ALLOWED = ['./thing.ts', '../../thing.ts', './testing.ts', '../latest/thing.ts', 'zod'];
/** Everything that a file of any part is made to import, one per line. */
const IMPORTED = [
  ...ROOM_NAMES.flatMap((name) => [`@geoinsights/${name}`, `@geoinsights/${name}/other`, `../../../${name}/src/index.ts`]),
  ...ROOMS.flatMap(({ mayImport }) => mayImport.filter((name) => name.includes('/')).map((name) => `@geoinsights/${name}`)),
  ...['node:fs', 'node:fs/promises', 'fs', 'worker_threads'],
  ...OF_TESTS,
  ...ALLOWED,
];
const TEXT = [...IMPORTED.map((name, index) => `import type { Thing${index} } from '${name}';`), `export type { ${IMPORTED.map((_, index) => `Thing${index}`).join(', ')} };`].join('\n');

/** The project's own configuration, without rules that need types. */
const { findings, status } = lint(new Map(PARTS.map(({ file }) => [file, TEXT])), { typeAware: false });

function refusals(file: string): string[] {
  const said = findings.filter((finding) => finding.file === file);
  expect(said.filter(({ rule }) => rule !== 'no-restricted-imports'), file).toEqual([]);
  return IMPORTED.filter((_, index) => said.some(({ line }) => line === index + 1));
}

const isOf = (name: string, room: string): boolean => name === `@geoinsights/${room}` || name.startsWith(`@geoinsights/${room}/`);

test.each(PARTS)('$file imports the rooms that it may, and no other', ({ file, mayImport }) => {
  const refused = refusals(file);
  const others = IMPORTED.filter((name) => ROOM_NAMES.some((room) => isOf(name, room))).filter((name) => !mayImport.some((may) => (may.includes('/') ? name === `@geoinsights/${may}` : isOf(name, may))));
  expect(refused.filter((name) => name.startsWith('@geoinsights/'))).toEqual(others);
  expect(refused.filter((name) => name.includes('/src/'))).toEqual(ROOM_NAMES.map((room) => `../../../${room}/src/index.ts`));
});

test.each(PARTS)('$file imports modules of Node only if it runs there', ({ file, machine }) => {
  const ofNode = ['node:fs', 'node:fs/promises', 'fs', 'worker_threads'];
  expect(refusals(file).filter((name) => ofNode.includes(name))).toEqual(machine === 'Node' ? [] : ofNode);
});

test('files of the same room and libraries may be imported, files of tests may not', () => {
  for (const { file } of PARTS) {
    expect(refusals(file).filter((name) => ALLOWED.includes(name)), file).toEqual([]);
    expect(refusals(file).filter((name) => OF_TESTS.includes(name)), file).toEqual(OF_TESTS);
  }
});

test('every import rule is an error that ends the lint', () => {
  expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['error']));
  expect(status).toBe(1);
});
