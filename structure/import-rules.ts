import { builtinModules } from 'node:module';
import { nameOf, ROOMS, type Machine, type Room } from './rooms.ts';

type Pattern = { readonly message: string } & ({ readonly regex: string } | { readonly group: string[] });

interface RuleBlock {
  readonly files: string[];
  readonly excludeFiles: string[];
  readonly rules: { readonly 'no-restricted-imports': ['error', { patterns: Pattern[] }] };
}

/** Tests may read files and use cases of other rooms. */
export const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.fixture.ts', '**/test/**'];

/**
 * The linter's blocks for the table of rooms. A later block replaces the options of an earlier one, so each file is in exactly one block,
 * which states everything about it.
 */
export function importRules(): RuleBlock[] {
  return ROOMS.flatMap((room) => {
    const { folder, machine, exceptions = [] } = room;
    const within = (pattern: string): string => `${folder}/${pattern}`;
    const ofExceptions = exceptions.flatMap(({ files }) => files.map(within));
    return [
      block(room, machine, [within('{src,scripts,bin,built}/**')], [...TESTS, ...ofExceptions]),
      ...exceptions.map(({ files, machine: other }) => block(room, other, files.map(within), TESTS)),
    ];
  });
}

function block(room: Room, machine: Machine, files: string[], excludeFiles: string[]): RuleBlock {
  const patterns = [
    { group: otherRooms(room.mayImport), message: `${room.folder} may not import this room (structure/rooms.ts).` },
    { regex: pathsToRooms(), message: 'Another room is imported by its name, not by a path into it.' },
    { regex: FILES_OF_TESTS, message: 'What runs for people uses nothing of the tests.' },
    ...(machine === 'Node' ? [] : [{ regex: NODE_MODULES, message: `This part of ${room.folder} runs without Node (structure/rooms.ts).` }]),
  ];
  return { files, excludeFiles, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** All our packages except those that may be imported. */
function otherRooms(mayImport: readonly string[]): string[] {
  const allowed = mayImport.flatMap((name) => (name.includes('/') ? [name] : [name, `${name}/**`]));
  return ['@geoinsights/**', ...allowed.map((name) => `!@geoinsights/${name}`)];
}

function pathsToRooms(): string {
  return `^(\\.\\./)+((packages|apps)/)?(${ROOMS.map(nameOf).join('|')})/(src|test|bin|built|scripts)/`;
}

/** Folders of tests, and files of tests beside sources. */
const FILES_OF_TESTS = '^\\.{1,2}/(.*/)?(test/|[^/]+\\.(test|fixture)\\.)';

const NODE_MODULES = `^(node:|(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})(/|$))`;
